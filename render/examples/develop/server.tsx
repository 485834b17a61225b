import { Island, serve } from "@haulfront/render";
import { Counter } from "./Counter";
import "./style.css";

interface Stock {
  name: string;
  start: number;
  script: string;
  stylesheet: string;
}

function Stock({ name, start, script, stylesheet }: Stock) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Boxes</title>
        <link rel="stylesheet" href={stylesheet} />
        <script type="module" src={script} />
      </head>
      <body>
        <h1>Howdy, {name}</h1>
        <Island of={Counter} id="counter" props={{ start }} />
      </body>
    </html>
  );
}

serve({ pages: { Stock }, islands: { Counter } });
