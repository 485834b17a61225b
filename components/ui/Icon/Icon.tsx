import * as ArrowLeft from "lucide-react/icons/arrow-left";
import * as ArrowRight from "lucide-react/icons/arrow-right";
import * as BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import * as Bath from "lucide-react/icons/bath";
import * as BedDouble from "lucide-react/icons/bed-double";
import * as BicepsFlexed from "lucide-react/icons/biceps-flexed";
import * as Boxes from "lucide-react/icons/boxes";
import * as BrickWall from "lucide-react/icons/brick-wall";
import * as Briefcase from "lucide-react/icons/briefcase";
import * as Bug from "lucide-react/icons/bug";
import * as Building from "lucide-react/icons/building";
import * as Building2 from "lucide-react/icons/building-complex";
import * as CalendarCheck from "lucide-react/icons/calendar-check";
import * as CalendarClock from "lucide-react/icons/calendar-clock";
import * as CalendarOff from "lucide-react/icons/calendar-off";
import * as CalendarX from "lucide-react/icons/calendar-x";
import * as Car from "lucide-react/icons/car";
import * as Check from "lucide-react/icons/check";
import * as ClipboardCheck from "lucide-react/icons/clipboard-check";
import * as Clock from "lucide-react/icons/clock";
import * as Cpu from "lucide-react/icons/cpu";
import * as DoorClosed from "lucide-react/icons/door-closed";
import * as DoorOpen from "lucide-react/icons/door-open";
import * as ExternalLink from "lucide-react/icons/external-link";
import * as Fence from "lucide-react/icons/fence";
import * as FileText from "lucide-react/icons/file-text";
import * as Forklift from "lucide-react/icons/forklift";
import * as Gavel from "lucide-react/icons/gavel";
import * as Hammer from "lucide-react/icons/hammer";
import * as HandHeart from "lucide-react/icons/hand-heart";
import * as HandHelping from "lucide-react/icons/hand-helping";
import * as HardHat from "lucide-react/icons/hard-hat";
import * as HeartHandshake from "lucide-react/icons/heart-handshake";
import * as House from "lucide-react/icons/house";
import * as Images from "lucide-react/icons/images";
import * as KeyRound from "lucide-react/icons/key-round";
import * as Layers from "lucide-react/icons/layers";
import * as Leaf from "lucide-react/icons/leaf";
import * as Magnet from "lucide-react/icons/magnet";
import * as Mail from "lucide-react/icons/mail";
import * as Menu from "lucide-react/icons/menu";
import * as MessageSquareText from "lucide-react/icons/message-square-text";
import * as MonitorX from "lucide-react/icons/monitor-x";
import * as PackageOpen from "lucide-react/icons/package-open";
import * as PackageSearch from "lucide-react/icons/package-search";
import * as Pause from "lucide-react/icons/pause";
import * as Phone from "lucide-react/icons/phone";
import * as PhoneCall from "lucide-react/icons/phone-call";
import * as PiggyBank from "lucide-react/icons/piggy-bank";
import * as ReceiptText from "lucide-react/icons/receipt-text";
import * as Recycle from "lucide-react/icons/recycle";
import * as Repeat from "lucide-react/icons/repeat";
import * as Ruler from "lucide-react/icons/ruler";
import * as Scissors from "lucide-react/icons/scissors";
import * as Screw from "lucide-react/icons/screw";
import * as Search from "lucide-react/icons/search";
import * as ShieldCheck from "lucide-react/icons/shield-check";
import * as Signpost from "lucide-react/icons/signpost";
import * as Snowflake from "lucide-react/icons/snowflake";
import * as Sofa from "lucide-react/icons/sofa";
import * as Sprout from "lucide-react/icons/sprout";
import * as Star from "lucide-react/icons/star";
import * as Store from "lucide-react/icons/store";
import * as Sun from "lucide-react/icons/sun";
import * as Timer from "lucide-react/icons/timer";
import * as Trees from "lucide-react/icons/trees";
import * as Truck from "lucide-react/icons/truck";
import * as Users from "lucide-react/icons/users";
import * as Warehouse from "lucide-react/icons/warehouse";
import * as Wrench from "lucide-react/icons/wrench";
import * as X from "lucide-react/icons/x";
import * as Zap from "lucide-react/icons/zap";
import clsx from "clsx";
import "./Icon.css";

/** A lucide module's data beside its component: the icon's shapes, as element names and attributes. */
export interface Drawing {
  __iconData: { node: [tag: string, attributes: Record<string, string>][] };
}

/** The icons that content may name, in lucide's own kebab-case. */
const modules: Record<string, object> = {
  "arrow-left": ArrowLeft,
  "arrow-right": ArrowRight,
  "badge-dollar-sign": BadgeDollarSign,
  bath: Bath,
  "bed-double": BedDouble,
  "biceps-flexed": BicepsFlexed,
  boxes: Boxes,
  "brick-wall": BrickWall,
  briefcase: Briefcase,
  bug: Bug,
  building: Building,
  "building-2": Building2,
  "calendar-check": CalendarCheck,
  "calendar-clock": CalendarClock,
  "calendar-off": CalendarOff,
  "calendar-x": CalendarX,
  car: Car,
  check: Check,
  "clipboard-check": ClipboardCheck,
  clock: Clock,
  cpu: Cpu,
  "door-closed": DoorClosed,
  "door-open": DoorOpen,
  "external-link": ExternalLink,
  fence: Fence,
  "file-text": FileText,
  forklift: Forklift,
  gavel: Gavel,
  hammer: Hammer,
  "hand-heart": HandHeart,
  "hand-helping": HandHelping,
  "hard-hat": HardHat,
  "heart-handshake": HeartHandshake,
  house: House,
  images: Images,
  "key-round": KeyRound,
  layers: Layers,
  leaf: Leaf,
  magnet: Magnet,
  mail: Mail,
  menu: Menu,
  "message-square-text": MessageSquareText,
  "monitor-x": MonitorX,
  "package-open": PackageOpen,
  "package-search": PackageSearch,
  pause: Pause,
  phone: Phone,
  "phone-call": PhoneCall,
  "piggy-bank": PiggyBank,
  "receipt-text": ReceiptText,
  recycle: Recycle,
  repeat: Repeat,
  ruler: Ruler,
  scissors: Scissors,
  screw: Screw,
  search: Search,
  "shield-check": ShieldCheck,
  signpost: Signpost,
  snowflake: Snowflake,
  sofa: Sofa,
  sprout: Sprout,
  star: Star,
  store: Store,
  sun: Sun,
  timer: Timer,
  trees: Trees,
  truck: Truck,
  users: Users,
  warehouse: Warehouse,
  wrench: Wrench,
  x: X,
  zap: Zap,
};

/** A path's data, to follow another path's: a leading "m" is relative there, and pairs after its first are lines. */
const following = (data: string): string =>
  data.replace(/^m(-?\d*\.?\d+)[ ,]?(-?\d*\.?\d+) ?(?=(\S)?)/, (_, x, y, next = "") =>
    `M${x} ${y}${/[\d.-]/.test(next) ? "l" : ""}`,
  );

// Strings, built once: lucide's component rebuilds the shapes on every render, a quarter of a page's render time. All
// paths of an icon are one: they have no attributes but their data.
const icons: Record<string, string> = {};
for (const [name, module] of Object.entries(modules)) {
  const { node } = (module as Drawing).__iconData;
  const paths = node.map(([tag, { d }]) => (tag === "path" && d ? following(d) : "")).join("");
  const others = node
    .filter(([tag]) => tag !== "path")
    .map(
      ([tag, { key: _, ...attributes }]) =>
        `<${tag} ${Object.entries(attributes)
          .map(([key, value]) => `${key}="${value}"`)
          .join(" ")}/>`,
    );
  icons[name] = (paths && `<path d="${paths}"/>`) + others.join("");
}

/** The names of all icons. */
export const iconNames = Object.keys(icons);

interface IconProps {
  name: string;
  className?: string;
}

/** A decorative icon beside text: hidden from screen readers, one stroke width everywhere. */
export function Icon({ name, className }: IconProps) {
  const shapes = icons[name];
  if (!shapes) {
    throw new Error(`unknown icon "${name}": wanted one of ${Object.keys(icons).join(", ")}`);
  }
  return (
    <svg
      className={clsx("Icon", className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
}
