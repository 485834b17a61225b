import type { CSSProperties } from "react";
import type { MailColors, MailSection, Mail as MailProps } from "../../props.gen";

// Mail programs ignore stylesheets and custom properties: styles are inline, in px, and columns are tables (Outlook
// renders with Word). No content security policy applies to a mail.
const face = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** An e-mail, to the owner or to a visitor. */
export function Mail({ subject, preview, company, title, lead, actions, sections, note, colors }: MailProps) {
  const text: CSSProperties = { margin: 0, fontSize: 16, lineHeight: "24px", color: colors.ink };
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="format-detection" content="telephone=no" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, backgroundColor: colors.ground, fontFamily: face }}>
        <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>{preview}</div>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ backgroundColor: colors.ground }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: "16px 12px 32px" }}>
                <table
                  role="presentation"
                  width="100%"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ maxWidth: 560, textAlign: "left" }}
                >
                  <tbody>
                    <tr>
                      <td
                        style={{
                          padding: "14px 24px",
                          backgroundColor: colors.brand,
                          color: colors.onBrand,
                          fontSize: 15,
                          fontWeight: 700,
                          borderRadius: "10px 10px 0 0",
                        }}
                      >
                        {company}
                      </td>
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: 24,
                          backgroundColor: colors.card,
                          borderRadius: "0 0 10px 10px",
                          border: `1px solid ${colors.line}`,
                          borderTop: 0,
                        }}
                      >
                        <h1
                          style={{
                            margin: "0 0 8px",
                            fontSize: 24,
                            lineHeight: "30px",
                            color: colors.ink,
                            overflowWrap: "anywhere",
                          }}
                        >
                          {title}
                        </h1>
                        <p style={{ ...text, margin: "0 0 20px" }}>{lead}</p>
                        {actions.map((action, i) => (
                          <p key={action.href} style={{ margin: "0 0 10px" }}>
                            <a href={action.href} style={buttonStyle(colors, i === 0)}>
                              {action.label}
                            </a>
                          </p>
                        ))}
                        {sections.map((section, i) => (
                          <Section key={i} section={section} colors={colors} text={text} />
                        ))}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: "16px 24px 0", fontSize: 13, lineHeight: "19px", color: colors.muted }}>
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

// Touch targets need 44 px.
function buttonStyle(colors: MailColors, primary: boolean): CSSProperties {
  return {
    display: "block",
    padding: "12px 16px",
    borderRadius: 8,
    border: `1px solid ${primary ? colors.action : colors.muted}`,
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
        <h2 style={{ margin: "0 0 8px", fontSize: 18, lineHeight: "24px", color: colors.ink }}>{section.title}</h2>
      )}
      {section.rows && (
        <table width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            {section.rows.map((row) => (
              <tr key={row.label}>
                <th
                  scope="row"
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
                <td style={{ ...cell, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {row.href ? (
                    <a href={row.href} style={{ color: colors.ink }}>
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
        <ol style={{ ...text, paddingLeft: 22 }}>
          {section.steps.map((step) => (
            <li key={step} style={{ paddingBottom: 4 }}>
              {step}
            </li>
          ))}
        </ol>
      )}
      {section.text && <p style={text}>{section.text}</p>}
    </div>
  );
}
