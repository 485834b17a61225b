import { cva, type VariantProps } from "class-variance-authority";
import { Command } from "cmdk";
import useEmblaCarousel from "embla-carousel-react";
import { useState } from "react";
import { Toaster, toast } from "sonner";
import { twMerge } from "tailwind-merge";
import { Drawer } from "vaul";

const button = cva("rounded px-2", {
  variants: { tone: { plain: "bg-white", loud: "bg-red-600 text-white" }, size: { small: "py-1", large: "py-4" } },
  compoundVariants: [{ tone: "loud", size: "large", class: "font-bold" }],
  defaultVariants: { tone: "plain", size: "small" },
});
type Props = VariantProps<typeof button> & React.ComponentProps<"button">;
function Button({ tone, size, className, ...rest }: Props) {
  return <button className={twMerge(button({ tone, size }), className)} {...rest} />;
}

export function Tree() {
  const [open, setOpen] = useState(false);
  const [carousel] = useEmblaCarousel({ loop: true });
  return (
    <section>
      <Button className="open px-8" tone="loud" size="large" onClick={() => { setOpen(true); toast("Booked"); }}>
        Book
      </Button>
      <div ref={carousel}>
        <div style={{ display: "flex" }}>{["before", "after"].map((name) => <div key={name}>{name}</div>)}</div>
      </div>
      <Command label="Items">
        <Command.Input placeholder="What is it?" />
        <Command.List>
          <Command.Empty>Nothing</Command.Empty>
          <Command.Group heading="Furniture">
            <Command.Item>Sofa</Command.Item>
            <Command.Item disabled>Piano</Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
      <Drawer.Root open={open} onOpenChange={setOpen}>
        <Drawer.Portal>
          <Drawer.Content aria-describedby={undefined}>
            <Drawer.Title>Booked</Drawer.Title>
          </Drawer.Content>
        </Drawer.Portal>
      </Drawer.Root>
      <Toaster />
    </section>
  );
}
