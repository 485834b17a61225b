import { ErrorMessage, Field, FieldArray, Form, Formik } from "formik";
import * as yup from "yup";

const quote = yup.object({
  name: yup.string().trim().min(2, "Your name, please").required(),
  email: yup.string().email("An email address, please").required("An email address, please"),
  zip: yup.string().matches(/^\d{5}$/, "Five digits, please"),
  items: yup.array().of(yup.object({ kind: yup.string().oneOf(["sofa", "bed"]), count: yup.number().positive() })),
});

export function Tree() {
  const initial = { name: "Jo & Co", email: "", zip: "75023", items: [{ kind: "sofa", count: 2 }] };
  const errors = (() => {
    try {
      quote.validateSync({ ...initial, zip: "1", email: "jo" }, { abortEarly: false });
    } catch (error) {
      return (error as yup.ValidationError).errors.join("; ");
    }
    return "";
  })();
  return (
    <Formik initialValues={initial} validationSchema={quote} onSubmit={() => {}}>
      {({ values, dirty }) => (
        <Form data-dirty={dirty}>
          <Field name="name" aria-label="Name" />
          <Field name="email" type="email" aria-label="Email" />
          <ErrorMessage name="email" component="strong" />
          <Field as="select" name="zip">
            <option value="75023">Plano</option>
            <option value="75201">Dallas</option>
          </Field>
          <FieldArray name="items">
            {({ push }) => (
              <>
                {values.items.map((item, i) => (
                  <Field key={i} name={`items.${i}.count`} type="number" aria-label={item.kind} />
                ))}
                <button type="button" onClick={() => push({ kind: "bed", count: 1 })}>
                  more
                </button>
              </>
            )}
          </FieldArray>
          <output>{errors}</output>
          <button className="send">Send</button>
        </Form>
      )}
    </Formik>
  );
}
