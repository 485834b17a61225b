import type { OfficeRetry as OfficeRetryProps } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRetry.css";

/** The page after a form that could not be saved, of the office or of a customer: its button sends the form again. */
export function OfficeRetry({ layout, action, fields, reach, files }: OfficeRetryProps) {
  const words = layout.words.Retry;
  return (
    <OfficePage layout={layout}>
      <form
        className="OfficeRetry stack"
        method="post"
        action={action}
        encType={files ? "multipart/form-data" : undefined}
      >
        <h1>{layout.title}</h1>
        <p role="alert">{words.Message}</p>
        {fields.map(({ name, value }, i) => (
          <input key={i} type="hidden" name={name} value={value} />
        ))}
        {files && (
          <label className="OfficeRetry-photos">
            {words.Photos}
            <input type="file" name="photos" accept="image/*" multiple />
          </label>
        )}
        <p>
          <Button>{words.Again}</Button>
        </p>
        {reach && <p>{noWrap(reach)}</p>}
      </form>
    </OfficePage>
  );
}
