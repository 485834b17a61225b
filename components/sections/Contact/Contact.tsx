import { useLayout } from "../../LayoutContext";
import type { ContactSection } from "../../props.gen";
import { Heading } from "../../ui/Heading/Heading";
import { Icon } from "../../ui/Icon/Icon";
import { Scene } from "../../ui/Scene/Scene";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { OpenNow } from "../../ui/OpenNow/OpenNow";
import { Quote } from "../Quote/Quote";
import "./Contact.late.css";

interface Props extends ContactSection {
  /** Set if another form on the page is where contact links lead, beside the phone number. */
  again?: boolean;
}

/** The end of most pages, in three versions: the shared form, the phone number, the email address and a picture. */
export function Contact({ close, form, title, lead, points, scene, again = false }: Props) {
  const { brand } = useLayout();
  return (
    <section className="Contact section band grid" data-close={close} aria-labelledby="contact-title">
      <div>
        <Heading id="contact-title" title={title} lead={lead} />
      </div>
      <div className="Contact-card Quote-card" id={again ? undefined : "contact"}>
        <Quote form={form} />
      </div>
      <div className="Contact-words">
        {!again && (
          <>
            <a className="Contact-phone target" href={brand.phone.href}>
              <Icon name="phone" className="Contact-icon" />
              {brand.phone.label}
            </a>
            <OpenNow className="Contact-hours" />
            <a className="Contact-email" href={brand.email.href}>
              <Icon name="mail" className="Contact-icon" />
              {brand.email.label}
            </a>
            {points && (
              <ul className="Contact-points stack">
                {points.map((point) => (
                  <li key={point} className="Contact-point tick">
                    {noWrap(point)}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        {scene && <Scene name={scene} className="Contact-scene" />}
      </div>
    </section>
  );
}
