import ArrowRight from "lucide-react/icons/arrow-right";
import BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import ExternalLink from "lucide-react/icons/external-link";
import Menu from "lucide-react/icons/menu";
import MessageSquareText from "lucide-react/icons/message-square-text";
import Phone from "lucide-react/icons/phone";
import PhoneCall from "lucide-react/icons/phone-call";
import Recycle from "lucide-react/icons/recycle";
import ShieldCheck from "lucide-react/icons/shield-check";
import Star from "lucide-react/icons/star";
import X from "lucide-react/icons/x";
import clsx from "clsx";
import type { ComponentType, SVGProps } from "react";
import "./Icon.css";

/** The icons that content may name, in lucide's own kebab-case. */
const icons: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  "arrow-right": ArrowRight,
  "badge-dollar-sign": BadgeDollarSign,
  "calendar-clock": CalendarClock,
  check: Check,
  "external-link": ExternalLink,
  menu: Menu,
  "message-square-text": MessageSquareText,
  phone: Phone,
  "phone-call": PhoneCall,
  recycle: Recycle,
  "shield-check": ShieldCheck,
  star: Star,
  x: X,
};

interface IconProps {
  name: string;
  className?: string;
}

/** An ornament beside words: hidden from those who hear the page, one stroke weight everywhere. */
export function Icon({ name, className }: IconProps) {
  const Drawing = icons[name];
  if (!Drawing) {
    throw new Error(`unknown icon "${name}": wanted one of ${Object.keys(icons).join(", ")}`);
  }
  return <Drawing className={clsx("Icon", className)} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
