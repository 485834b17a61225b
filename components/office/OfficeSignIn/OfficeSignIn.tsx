import type { SignInPage } from "../../office.gen";
import { Button } from "../../ui/Button/Button";
import { Field } from "../OfficeForm/OfficeForm";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeSignIn.css";

/** The page at every address of the office for people who are not signed in. */
export function OfficeSignIn({ layout, message, failed, opened, mails }: SignInPage) {
  const words = layout.words.SignIn;
  return (
    <OfficePage layout={layout}>
      <div className="OfficeSignIn OfficeForm stack">
        <h1 className="OfficeSignIn-title">{layout.title}</h1>
        {message && (
          <p className="OfficeSignIn-message" role="status" data-failed={failed || undefined}>
            {message}
          </p>
        )}
        {opened && !failed && (
          // Not the link alone: programs that check mails for their readers open it.
          <form method="post">
            <Button>{words.Enter}</Button>
          </form>
        )}
        {!opened && !mails && <p>{words.NoMail}</p>}
        {!opened && mails && (
          <form className="OfficeForm-fields" method="post" action="/office/sign-in">
            <p>{words.Lead}</p>
            <Field name="email" label={words.Email} values={{}} type="email" autoComplete="email" required />
            <Button>{words.Send}</Button>
          </form>
        )}
      </div>
    </OfficePage>
  );
}
