import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import "./Button.css";

/** Clay is for the primary action, plain for the one beside it, light for dark backgrounds. */
type Tone = "clay" | "plain" | "light";

interface ButtonLinkProps extends ComponentPropsWithoutRef<"a"> {
  href: string;
  tone?: Tone;
}

/** A link that looks like a button. */
export function ButtonLink({ tone = "clay", className, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={clsx("Button", className)} data-tone={tone} {...rest}>
      {children}
    </a>
  );
}

interface ButtonProps extends ComponentPropsWithoutRef<"button"> {
  tone?: Tone;
}

/** A button that submits its form. */
export function Button({ tone = "clay", className, ...rest }: ButtonProps) {
  return <button className={clsx("Button", className)} data-tone={tone} type="submit" {...rest} />;
}
