import { createInstance } from "i18next";
import { I18nextProvider, Trans, initReactI18next, useTranslation } from "react-i18next";

const i18n = createInstance();
void i18n.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  showSupportNotice: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: {
    en: { translation: { title: "Loads of {{name}}", item_one: "{{count}} item", item_other: "{{count}} items",
      rich: "We <b>call</b> first", fallback: "only in English" } },
    pl: { translation: { title: "Ładunki: {{name}}", item_one: "{{count}} rzecz", item_few: "{{count}} rzeczy",
      item_many: "{{count}} rzeczy+", rich: "Najpierw <b>dzwonimy</b>" } },
  },
});

function Texts() {
  const { t, i18n } = useTranslation();
  return (
    <section lang={i18n.language}>
      <h2>{t("title", { name: "Jo & Co" })}</h2>
      <ul>{[0, 1, 2, 5, 22].map((count) => <li key={count}>{t("item", { count })}</li>)}</ul>
      <p>
        <Trans i18nKey="rich" components={{ b: <b /> }} />
      </p>
      <ul>{[1, 2, 5, 22].map((count) => <li key={count}>{t("item", { count, lng: "pl" })}</li>)}</ul>
      <p>{t("fallback")}</p>
      <button onClick={() => void i18n.changeLanguage("pl")}>Polski</button>
    </section>
  );
}

export function Tree() {
  return (
    <I18nextProvider i18n={i18n}>
      <Texts />
    </I18nextProvider>
  );
}
