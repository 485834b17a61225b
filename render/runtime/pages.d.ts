import type { ComponentType } from "react";

/** The components of the modules that match Config.Pages in Go, by the names of their files. */
export declare const pages: Record<string, ComponentType<any>>;
