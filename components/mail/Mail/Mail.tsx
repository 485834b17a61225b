import type { CSSProperties } from "react";
import type { Mail as MailProps, MailColors, MailSection } from "../../office.gen";

// Most mail programs ignore stylesheets and custom properties: styles are inline, in px, and columns are tables
// (Outlook renders with Word). Those that follow a dark system read the style element, whose classes are colors. No
// content security policy applies to a mail, and a mail loads nothing: the mark is drawn by gradients, or a part of it.
const face = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const display: CSSProperties = {
  margin: 0,
  fontFamily: `'Bricolage Grotesque', ${face}`,
  fontWeight: 700,
  letterSpacing: "-0.02em",
};
const table = { role: "presentation", width: "100%", cellPadding: 0, cellSpacing: 0 };

/** The rules for a dark mail program; important, since the light colors are inline. */
const darkRules = ({ ground, card, ink, muted, line }: MailColors): string => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${ground} !important; }
  .card { background-color: ${card} !important; border-color: ${line} !important; }
  .ink { color: ${ink} !important; }
  .muted { color: ${muted} !important; }
  .line { border-color: ${line} !important; }
  .plain { background-color: ${card} !important; border-color: ${muted} !important; color: ${ink} !important; }
}`;

/** An email, to the owner or to a visitor. */
export function Mail({ lang, subject, preview, title, lead, actions, sections, note, light, dark, ...name }: MailProps) {
  const text: CSSProperties = { margin: 0, fontSize: 16, lineHeight: "24px", color: light.ink };
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{subject}</title>
        <style>{darkRules(dark)}</style>
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: light.ground, fontFamily: face }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>{preview}</div>
        <table {...table} className="ground" style={{ backgroundColor: light.ground }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: "16px 12px 32px" }}>
                <table {...table} style={{ maxWidth: 560, textAlign: "left" }}>
                  <tbody>
                    <tr>
                      <td style={{ padding: "16px 24px", backgroundColor: light.brand, borderRadius: "20px 20px 0 0" }}>
                        <Brand {...name} colors={light} />
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="card"
                        style={{
                          padding: "28px 24px 24px",
                          backgroundColor: light.card,
                          borderRadius: "0 0 20px 20px",
                          border: `1px solid ${light.line}`,
                          borderTop: 0,
                        }}
                      >
                        <h1
                          className="ink"
                          style={{
                            ...display,
                            marginBottom: 10,
                            fontSize: 28,
                            lineHeight: "32px",
                            color: light.ink,
                            overflowWrap: "anywhere",
                          }}
                        >
                          {title}
                        </h1>
                        <p className="ink" style={{ ...text, margin: "0 0 20px", fontSize: 17 }}>
                          {lead}
                        </p>
                        {actions.map((action, i) => (
                          <p key={action.href} style={{ margin: "0 0 10px" }}>
                            <a
                              className={i === 0 ? undefined : "plain"}
                              href={action.href}
                              style={buttonStyle(light, i === 0)}
                            >
                              {action.label}
                            </a>
                          </p>
                        ))}
                        {sections.map((section, i) => (
                          <Section key={i} section={section} colors={light} text={text} />
                        ))}
                      </td>
                    </tr>
                    <tr>
                      <td
                        className="muted"
                        style={{ padding: "16px 24px 0", fontSize: 13, lineHeight: "19px", color: light.muted }}
                      >
                        {note}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

interface BrandProps {
  shortName: string;
  descriptor: string;
  mark?: string;
  colors: MailColors;
}

/** The company's mark and name, as in the site's header. */
function Brand({ shortName, descriptor, mark, colors }: BrandProps) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td style={{ paddingRight: 12 }}>
            {mark ? (
              <img src={mark} width={40} height={40} alt="" style={{ display: "block" }} />
            ) : (
              <div style={{ width: 40, height: 28, background: gradients(colors) }} />
            )}
          </td>
          <td>
            <div style={{ ...display, fontSize: 20, lineHeight: "22px", color: colors.onBrand }}>{shortName}</div>
            <div style={{ fontSize: 13, lineHeight: "17px", color: colors.aside }}>{descriptor}</div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

// The built-in company's mark of 40 × 28 px, from front to back: the rows on the top face, its four quarters, each the
// half of a rectangle between two corners, and below them the two sides.
function gradients({ mark: top, brand, action: left, edge: right }: MailColors): string {
  const half = (to: string, color: string, at: string) =>
    `linear-gradient(to ${to}, transparent 50%, ${color} 50.5%) ${at} / 20px 11px no-repeat`;
  const bar = (color: string, at: string) => `linear-gradient(${color}, ${color}) ${at} / 20px 6px no-repeat`;
  const row = (from: number) => `transparent ${from}%, ${brand} ${from}% ${from + 4}%, transparent ${from + 4}%`;
  return [
    `linear-gradient(to top right, ${row(41)} 55%, ${brand} 55% 59%, transparent 59%) 0 0 / 40px 22px no-repeat`,
    half("bottom right", top, "0 0"),
    half("bottom left", top, "20px 0"),
    half("top right", top, "0 11px"),
    half("top left", top, "20px 11px"),
    bar(left, "0 11px"),
    bar(right, "20px 11px"),
    half("top right", left, "0 17px"),
    half("top left", right, "20px 17px"),
  ].join(", ");
}

// Touch targets need 44 px.
function buttonStyle(colors: MailColors, primary: boolean): CSSProperties {
  return {
    display: "block",
    padding: "12px 16px",
    borderRadius: 12,
    border: `2px solid ${primary ? colors.action : colors.ink}`,
    backgroundColor: primary ? colors.action : colors.card,
    color: primary ? colors.onAction : colors.ink,
    fontSize: 17,
    lineHeight: "22px",
    fontWeight: 600,
    textAlign: "center",
    textDecoration: "none",
    overflowWrap: "anywhere",
  };
}

interface SectionProps {
  section: MailSection;
  colors: MailColors;
  text: CSSProperties;
}

function Section({ section, colors, text }: SectionProps) {
  const cell: CSSProperties = {
    ...text,
    padding: "9px 0",
    borderTop: `1px solid ${colors.line}`,
    verticalAlign: "top",
  };
  return (
    <div style={{ paddingTop: 20 }}>
      {section.title && (
        <h2
          className="ink"
          style={{ ...display, marginBottom: 8, fontSize: 19, lineHeight: "24px", color: colors.ink }}
        >
          {section.title}
        </h2>
      )}
      {section.rows && (
        <table width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            {section.rows.map((row) => (
              <tr key={row.label}>
                <th
                  scope="row"
                  className="muted line"
                  style={{
                    ...cell,
                    width: 104,
                    paddingRight: 12,
                    fontSize: 14,
                    fontWeight: 400,
                    textAlign: "left",
                    color: colors.muted,
                  }}
                >
                  {row.label}
                </th>
                <td className="ink line" style={{ ...cell, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {row.href ? (
                    <a className="ink" href={row.href} style={{ color: colors.ink }}>
                      {row.value}
                    </a>
                  ) : (
                    row.value
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {section.steps && (
        <ol className="ink" style={{ ...text, paddingLeft: 22 }}>
          {section.steps.map((step) => (
            <li key={step} style={{ paddingBottom: 4 }}>
              {step}
            </li>
          ))}
        </ol>
      )}
      {section.links?.map((link) => (
        <p key={link.href} style={{ margin: "0 0 8px" }}>
          <a className="plain" href={link.href} style={buttonStyle(colors, false)}>
            {link.label}
          </a>
        </p>
      ))}
      {section.text && (
        <p className="ink" style={text}>
          {section.text}
        </p>
      )}
    </div>
  );
}
