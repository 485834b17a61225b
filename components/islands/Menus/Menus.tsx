import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import type { Category, MenusIsland } from "../../props.gen";
import "./Menus.css";

type Name = "services" | "locations";

/** Which menu is open, and whether a press keeps it open when the mouse leaves. */
interface Opened {
  name: Name | null;
  kept: boolean;
}

/** How long a mouse may be outside a menu before it closes, and over a category before that one shows, in milliseconds. */
const leaveDelay = 180;
const categoryDelay = 110;

/**
 * The header's two menus. They are disclosures: a button and a panel of links. Until the island is hydrated CSS opens
 * them under the mouse and the keyboard's focus; from then on the panel follows data-state alone.
 */
export function Menus({ servicesLabel, locationsLabel, services, locations }: MenusIsland) {
  const [opened, setOpened] = useState<Opened>();
  const root = useRef<HTMLDivElement>(null);

  // What CSS had opened stays open when React takes over.
  useEffect(() => {
    const menu = Array.from(root.current!.querySelectorAll<HTMLElement>("[data-menu]")).find(
      (menu) => menu.matches(":hover") || menu.querySelector(".Menus-panel :focus"),
    );
    setOpened({ name: (menu?.dataset["menu"] as Name | undefined) ?? null, kept: false });
  }, []);

  useEffect(() => {
    if (!opened?.name) return;
    const outside = (event: Event) => {
      if (!root.current!.contains(event.target as Node)) setOpened({ name: null, kept: false });
    };
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") setOpened({ name: null, kept: false });
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", escape);
    };
  }, [opened?.name]);

  const menu = (name: Name, label: string, panel: ReactNode) => (
    <Menu name={name} label={label} opened={opened} setOpened={setOpened}>
      {panel}
    </Menu>
  );
  return (
    <div className="Menus" ref={root}>
      {menu("services", servicesLabel, <Services categories={services} />)}
      {menu(
        "locations",
        locationsLabel,
        <ul className="Menus-locations">
          {locations.map((city) => (
            <li key={city.href}>
              <a className="Menus-link" href={city.href}>
                {city.label}
              </a>
            </li>
          ))}
        </ul>,
      )}
    </div>
  );
}

interface MenuProps {
  name: Name;
  label: string;
  opened: Opened | undefined;
  setOpened: (opened: Opened) => void;
  children: ReactNode;
}

function Menu({ name, label, opened, setOpened, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = opened?.name === name;
  const panel = useId();

  // A press on a menu that the mouse has opened keeps it; only the next one closes it.
  const press = () => {
    clearTimeout(leaving.current);
    setOpened(open && opened.kept ? { name: null, kept: false } : { name, kept: true });
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(leaving.current);
    if (!open) setOpened({ name, kept: false });
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || !open || opened.kept) return;
    leaving.current = setTimeout(() => setOpened({ name: null, kept: false }), leaveDelay);
  };
  const blur = (event: FocusEvent) => {
    if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpened({ name: null, kept: false });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) button.current!.focus();
  };
  useEffect(() => () => clearTimeout(leaving.current), [open]);

  return (
    <div
      className="Menus-menu"
      data-menu={name}
      data-state={opened && (open ? "open" : "closed")}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onBlur={blur}
      onKeyDown={key}
    >
      <button ref={button} type="button" className="Menus-button" aria-expanded={open} aria-controls={panel} onClick={press}>
        {label}
      </button>
      <div className="Menus-panel" id={panel}>
        {children}
      </div>
    </div>
  );
}

interface ServicesProps {
  categories: Category[];
}

// All lists lie in the same place, one of them shown: the panel is as high as the longest and never changes its size.
function Services({ categories }: ServicesProps) {
  const [shown, setShown] = useState<number>();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const show = (i: number, delay: number) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setShown(i), delay);
  };
  return (
    <ul className="Menus-categories">
      {categories.map((category, i) => (
        <li
          key={category.href}
          className="Menus-category"
          data-active={i === (shown ?? 0) ? "" : undefined}
          onPointerEnter={(event) => show(i, event.pointerType === "mouse" ? categoryDelay : 0)}
          onFocus={() => {
            clearTimeout(waiting.current);
            setShown(i);
          }}
        >
          <a className="Menus-link Menus-head" href={category.href}>
            {category.name}
          </a>
          <ul className="Menus-services">
            {category.services.map((service) => (
              <li key={service.href}>
                <a className="Menus-link" href={service.href}>
                  {service.label}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
