import { start } from "@haulfront/render/browser";

start({ Counter: () => import("./Counter") });
