import clsx from "clsx";
import type { Partner } from "../../props.gen";
import { noWrap } from "../NoWrap/NoWrap";
import "./PartnerList.late.css";

interface PartnerListProps {
  partners: Partner[];
  className?: string;
}

/** Kinds of facilities, and how each treats the items. */
export function PartnerList({ partners, className }: PartnerListProps) {
  return (
    <dl className={clsx("PartnerList", className)}>
      {partners.map((partner) => (
        <div key={partner.kind} className="PartnerList-partner">
          <dt className="PartnerList-kind">{partner.kind}</dt>
          <dd className="PartnerList-text muted">{noWrap(partner.text)}</dd>
        </div>
      ))}
    </dl>
  );
}
