import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useFieldArray, useForm, useWatch } from "react-hook-form";
import { z } from "zod";

const quote = z.object({
  name: z.string().min(2, "Your name, please"),
  email: z.email("An email address, please"),
  zip: z.string().regex(/^\d{5}$/, "Five digits, please"),
  items: z.array(z.object({ kind: z.enum(["sofa", "bed"]), count: z.coerce.number().int().positive() })).min(1),
  date: z.iso.date().optional(),
});

export function Tree() {
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(quote),
    defaultValues: { name: "Jo & Co", email: "", zip: "75023", items: [{ kind: "sofa" as const, count: 2 }] },
  });
  const { fields, append } = useFieldArray({ control, name: "items" });
  const { errors, isDirty } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(() => {})} data-dirty={isDirty}>
      <label>
        Name <input {...register("name")} />
      </label>
      <label>
        Email <input type="email" {...register("email", { required: true })} aria-invalid={!!errors.email} />
      </label>
      <p role="alert">{errors.email?.message}</p>
      <Controller name="zip" control={control} render={({ field }) => <input aria-label="ZIP" {...field} />} />
      {fields.map((field, i) => (
        <fieldset key={i} name={field.kind}>
          <input aria-label="Count" type="number" {...register(`items.${i}.count`)} />
        </fieldset>
      ))}
      <button type="button" onClick={() => append({ kind: "bed" as never, count: 1 })}>
        more
      </button>
      <output>
        {useWatch({ control, name: "name" })}{" "}
        {quote.safeParse({ name: "x" }).error?.issues.map((issue) => issue.message).join("; ")}
      </output>
      <button className="send">Send</button>
    </form>
  );
}
