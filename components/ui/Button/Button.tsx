import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import "./Button.css";

/** Clay is for the one thing to press; plain stands beside it; light is for dark bands. */
type Tone = "clay" | "plain" | "light";

interface ButtonLinkProps extends ComponentPropsWithoutRef<"a"> {
  href: string;
  tone?: Tone;
}

/** A link that looks like a button, because following it is the action. */
export function ButtonLink({ tone = "clay", className, ...rest }: ButtonLinkProps) {
  return <a className={clsx("Button", className)} data-tone={tone} {...rest} />;
}
