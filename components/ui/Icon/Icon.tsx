import ArrowRight from "lucide-react/icons/arrow-right";
import BadgeCheck from "lucide-react/icons/badge-check";
import BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import CalendarCheck from "lucide-react/icons/calendar-check";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import ClipboardList from "lucide-react/icons/clipboard-list";
import Clock from "lucide-react/icons/clock";
import ExternalLink from "lucide-react/icons/external-link";
import HandCoins from "lucide-react/icons/hand-coins";
import HandHeart from "lucide-react/icons/hand-heart";
import House from "lucide-react/icons/house";
import Leaf from "lucide-react/icons/leaf";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Menu from "lucide-react/icons/menu";
import MessageSquareText from "lucide-react/icons/message-square-text";
import Phone from "lucide-react/icons/phone";
import PhoneCall from "lucide-react/icons/phone-call";
import Plus from "lucide-react/icons/plus";
import Receipt from "lucide-react/icons/receipt";
import Recycle from "lucide-react/icons/recycle";
import Ruler from "lucide-react/icons/ruler";
import ShieldCheck from "lucide-react/icons/shield-check";
import Star from "lucide-react/icons/star";
import Sunrise from "lucide-react/icons/sunrise";
import Tag from "lucide-react/icons/tag";
import Timer from "lucide-react/icons/timer";
import Truck from "lucide-react/icons/truck";
import Wallet from "lucide-react/icons/wallet";
import X from "lucide-react/icons/x";
import Zap from "lucide-react/icons/zap";
import clsx from "clsx";
import type { ComponentType, SVGProps } from "react";
import "./Icon.css";

/** The icons that content may name, in lucide's own kebab-case. */
const icons: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  "arrow-right": ArrowRight,
  "badge-check": BadgeCheck,
  "badge-dollar-sign": BadgeDollarSign,
  "calendar-check": CalendarCheck,
  "calendar-clock": CalendarClock,
  check: Check,
  "circle-dollar-sign": CircleDollarSign,
  "clipboard-list": ClipboardList,
  clock: Clock,
  "external-link": ExternalLink,
  "hand-coins": HandCoins,
  "hand-heart": HandHeart,
  house: House,
  leaf: Leaf,
  mail: Mail,
  "map-pin": MapPin,
  menu: Menu,
  "message-square-text": MessageSquareText,
  phone: Phone,
  "phone-call": PhoneCall,
  plus: Plus,
  receipt: Receipt,
  recycle: Recycle,
  ruler: Ruler,
  "shield-check": ShieldCheck,
  star: Star,
  sunrise: Sunrise,
  tag: Tag,
  timer: Timer,
  truck: Truck,
  wallet: Wallet,
  x: X,
  zap: Zap,
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
