// Scripts of other companies, on sites that name them in their content. The page's script imports this module after
// the first interaction, unless the visitor opted out. When a request was sent, they learn that, and nothing of what it
// says: its own page, whose address is secret, never has them.
import type { Layout } from "../props.gen";

/** A function that keeps its calls until the script that replaces or empties it has loaded. */
interface Queue {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[];
  loaded: boolean;
  version: string;
}

const page = window as Window & {
  dataLayer?: unknown[];
  fbq?: Queue;
  $crisp?: unknown[];
  CRISP_WEBSITE_ID?: string;
};
const ids = JSON.parse(document.documentElement.dataset["trackers"]!) as NonNullable<Layout["trackers"]>;
const { google, googleAds, meta, crisp } = ids;

const load = (src: string): void => {
  const script = document.createElement("script");
  script.async = true;
  script.src = src;
  document.head.append(script);
};

// https://developers.google.com/tag-platform/gtagjs/reference
const [ads, label] = (googleAds ?? "").split("/");
const tags = [google, ads].filter(Boolean);
if (tags.length > 0) {
  const layer: unknown[] = (page.dataLayer ??= []);
  // The script tells calls from other entries by their type, which is not that of an array.
  const gtag = function (): void {
    layer.push(arguments);
  } as (...call: unknown[]) => void;
  gtag("js", new Date());
  for (const tag of tags) gtag("config", tag);
  load(`https://www.googletagmanager.com/gtag/js?id=${tags[0]}`);
  addEventListener("requestsent", () => {
    gtag("event", "generate_lead");
    if (label) gtag("event", "conversion", { send_to: googleAds });
  });
}

// https://developers.facebook.com/docs/meta-pixel/reference
if (meta) {
  const fbq: Queue = Object.assign(
    (...call: unknown[]): void => {
      if (fbq.callMethod) fbq.callMethod(...call);
      else fbq.queue.push(call);
    },
    { queue: [], loaded: true, version: "2.0" },
  );
  page.fbq = fbq;
  fbq("set", "autoConfig", false, meta); // it would report buttons and read what is in forms
  fbq("init", meta);
  fbq("track", "PageView");
  load("https://connect.facebook.net/en_US/fbevents.js");
  addEventListener("requestsent", () => fbq("track", "Lead"));
}

// https://docs.crisp.chat/guides/chatbox-sdks/web-sdk
if (crisp) {
  page.$crisp = [];
  page.CRISP_WEBSITE_ID = crisp;
  load("https://client.crisp.chat/l.js");
}
