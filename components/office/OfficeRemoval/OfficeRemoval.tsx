import type { OfficeRemoval as OfficeRemovalProps } from "../../props.gen";
import { Button, ButtonLink } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRemoval.css";

/** The page that asks before a person is removed. */
export function OfficeRemoval({ layout, text, requests, action, confirm, back }: OfficeRemovalProps) {
  return (
    <OfficePage layout={layout}>
      <form className="OfficeRemoval stack" method="post" action={action}>
        <h1>{layout.title}</h1>
        <p>{text}</p>
        <ul>
          {requests.map((request) => (
            <li key={request.href}>
              <a href={request.href}>{request.label}</a>
            </li>
          ))}
        </ul>
        <p className="cluster">
          <Button className="OfficeRemoval-confirm">{confirm}</Button>
          <ButtonLink tone="plain" href={back.href}>
            {back.label}
          </ButtonLink>
        </p>
      </form>
    </OfficePage>
  );
}
