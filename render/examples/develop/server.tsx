import { Assets, Island, serve } from "@haulfront/render";
import { Counter } from "./Counter";
import "./style.css";

interface Stock {
  name: string;
  start: number;
}

function Stock({ name, start }: Stock) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Boxes</title>
        <Assets />
      </head>
      <body>
        <h1>Howdy, {name}</h1>
        <Island of={Counter} id="counter" props={{ start }} />
      </body>
    </html>
  );
}

serve({ pages: { Stock }, islands: { Counter } });
