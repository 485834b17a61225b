import { Assets, Island, serve } from "@haulfront/render";
import { Counter } from "./Counter";
import type { Stock as Props } from "./props.gen";
import "./style.gen.css";

function Stock({ name, counter }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Boxes</title>
        <Assets />
      </head>
      <body className="mx-auto my-8 max-w-xl">
        <h1 className="text-2xl">Howdy, {name}</h1>
        <Island of={Counter} id="counter" props={counter} />
      </body>
    </html>
  );
}

serve({ pages: { Stock }, islands: { Counter } });
