import type { RemovalPage } from "../../office.gen";
import { Button, ButtonLink } from "../../ui/Button/Button";
import { OfficePage } from "../OfficePage/OfficePage";
import "./OfficeRemoval.css";

/** The page that asks before a person is removed. */
export function OfficeRemoval({ layout, path, requests }: RemovalPage) {
  const words = layout.words.Request;
  return (
    <OfficePage layout={layout}>
      <form className="OfficeRemoval stack" method="post" action={`${path}/remove`}>
        <h1>{layout.title}</h1>
        <p>{words.Remaining}</p>
        <ul>
          {requests.map((request) => (
            <li key={request.href}>
              <a href={request.href}>{request.label}</a>
            </li>
          ))}
        </ul>
        <p className="cluster">
          <Button className="OfficeRemoval-confirm">{words.Confirm}</Button>
          <ButtonLink tone="plain" href={path}>
            {words.Back}
          </ButtonLink>
        </p>
      </form>
    </OfficePage>
  );
}
