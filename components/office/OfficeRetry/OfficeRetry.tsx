import type { RetryPage } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { OfficeForm, Photos } from "../OfficeForm/OfficeForm";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRetry.css";

/** The page after a form that could not be saved, of the office or of a customer: its button sends the form again. */
export function OfficeRetry({ layout, action, fields, reach, files }: RetryPage) {
  const words = layout.words.Retry;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeRetry stack">
        <h1>{layout.title}</h1>
        <OfficeForm action={action} files={files}>
          <p role="alert">{words.Message}</p>
          {fields.map(({ name, value }, i) => (
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          {files && <Photos label={words.Photos} />}
          <Button>{words.Again}</Button>
        </OfficeForm>
        {reach && <p>{noWrap(reach)}</p>}
      </div>
    </OfficePage>
  );
}
