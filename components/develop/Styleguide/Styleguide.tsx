import type { ReactNode } from "react";
import { LayoutContext } from "../../LayoutContext";
import { gallery } from "../../gallery";
import type { StyleguidePage, StyleguidePart } from "../../props.gen";
import { FileLinks } from "../../pages/Document/Document";
import "./Styleguide.css";

/** The component's states by name; none if the gallery lacks the component. */
function statesOf({ folder, name }: StyleguidePart, samples: StyleguidePage): Record<string, ReactNode> {
  return gallery[folder]?.[name]?.(samples) ?? {};
}

/** Every component in all its states, each in its own frame, or a single state. Served in development only. */
export function Styleguide(samples: StyleguidePage) {
  const { layout, parts, part, state } = samples;
  return (
    <LayoutContext value={layout}>
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{part ? `${part.name} | ${layout.meta.title}` : layout.meta.title}</title>
          <FileLinks />
        </head>
        {part ? (
          <body className="Styleguide-state">{Object.values(statesOf(part, samples))[state]}</body>
        ) : (
          <body>{overview(parts, samples)}</body>
        )}
      </html>
    </LayoutContext>
  );
}

function overview(parts: StyleguidePart[], samples: StyleguidePage): ReactNode {
  const folders = [...new Set(parts.map(({ folder }) => folder))];
  return (
    <main className="Styleguide" id="main">
      <h1>Styleguide</h1>
      <div className="Styleguide-widths cluster" role="group" aria-label="Width of the frames">
        {["360", "768", "1280", ""].map((width) => (
          <button key={width} type="button" className="Styleguide-width" data-width={width} aria-pressed={width === ""}>
            {width || "As wide as the window"}
          </button>
        ))}
      </div>
      {folders.map((folder) => (
        <nav key={folder} className="Styleguide-contents" aria-label={folder}>
          <h2>{folder}</h2>
          {parts
            .filter((part) => part.folder === folder)
            .map(({ name }) => (
              <a key={name} href={`#${name}`}>
                {name}
              </a>
            ))}
        </nav>
      ))}
      {parts.map((part) => (
        <section key={part.name} id={part.name} aria-labelledby={`${part.name}-name`}>
          <h2 className="Styleguide-name" id={`${part.name}-name`}>
            {part.name}
          </h2>
          {Object.keys(statesOf(part, samples)).map((name, i) => (
            <div key={name} className="Styleguide-sample">
              <p>
                <a href={`/gallery/${part.folder}/${part.name}/${i}`}>{name}</a>
              </p>
              <iframe
                className="Styleguide-frame"
                title={`${part.name}: ${name}`}
                src={`/gallery/${part.folder}/${part.name}/${i}`}
                loading="lazy"
              />
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
