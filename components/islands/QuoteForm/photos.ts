// Photographs of a quote request, in the browser: shrinks, shows and removes them. The file input holds those that will
// be sent, so that the form posts the same with and without this script, which is loaded when the field is first used.

/** Longest side in pixels of uploads, as on the server, and of previews. */
const sentSide = 1600;
const shownSide = 160;
const quality = 0.85;
const maxPhotos = 5;

/** Timeouts in milliseconds: for the response once everything is sent, and for each photograph on a slow connection. */
const answerTimeout = 30_000;
const photoTimeout = 45_000;

// The form then posts natively, with its photographs as they are: Safari before 15 cannot shrink them.
if (!("createImageBitmap" in window)) throw new Error("no createImageBitmap");

interface Photo {
  file: File;
  preview: HTMLElement;
}

/** The state of one form's field. */
interface Field {
  input: HTMLInputElement;
  list: HTMLElement;
  status: HTMLElement;
  error: HTMLElement;
  words: DOMStringMap;
  photos: Photo[];
  /** Resolves when all photographs are shrunk. */
  work: Promise<void>;
}

const fields = new WeakMap<HTMLFormElement, Field>();

/** Adds previews to a form's field. */
export function enhance(form: HTMLFormElement): void {
  fieldOf(form);
}

function fieldOf(form: HTMLFormElement): Field | undefined {
  const known = fields.get(form);
  if (known) return known;
  const box = form.querySelector<HTMLElement>(".QuoteForm-photos");
  if (!box) return undefined;
  const input = box.querySelector("input")!;
  const add = (tag: string, className: string, role?: string): HTMLElement => {
    const part = document.createElement(tag);
    part.className = className;
    if (role) part.setAttribute("role", role);
    box.querySelector(".QuoteForm-taken")!.before(part);
    return part;
  };
  const field: Field = {
    input,
    list: add("ul", "QuoteForm-previews"),
    status: add("p", "QuoteForm-progress muted", "status"),
    error: box.querySelector<HTMLElement>(".QuoteForm-error") ?? add("p", "QuoteForm-error", "alert"),
    words: box.dataset,
    photos: [],
    work: Promise.resolve(),
  };
  field.error.id = `${input.id}-error`;
  input.setAttribute("aria-describedby", `${field.error.id} ${input.id}-hint`);
  fields.set(form, field);
  field.input.addEventListener("change", () => take(field));
  take(field);
  return field;
}

// Adds the new files to the earlier ones. A picker that is closed without a choice removes nothing.
function take(field: Field): void {
  const known = new Set(field.photos.map(({ file }) => file));
  const chosen = [...field.input.files!].filter((file) => !known.has(file));
  if (chosen.length === 0) return hold(field);
  field.error.textContent = "";
  delete field.words.refused;
  field.work = field.work.then(() => add(field, chosen)).catch(() => {});
}

async function add(field: Field, chosen: File[]): Promise<void> {
  const { words } = field;
  field.status.textContent = words.preparing!;
  for (const file of chosen) {
    if (field.photos.length === maxPhotos) {
      field.error.textContent = words.many!;
      break;
    }
    const picture = await decode(file);
    if (picture) field.photos.push({ file: await smaller(file, picture), preview: preview(field, picture) });
    else {
      field.error.textContent = words.unreadable!.replace("[name]", file.name);
      words.refused = [words.refused, file.name].filter(Boolean).join(", ");
    }
    picture?.close();
    hold(field);
  }
  show(field);
}

// Applies the orientation of a photograph; a picture without pixels is undecodable.
const decode = (file: File): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: "from-image" })
    .catch(() => createImageBitmap(file)) // Firefox before 98 takes no options
    .catch(() => undefined);

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white"; // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// A canvas has only pixels: metadata such as the location is not sent.
async function smaller(file: File, picture: ImageBitmap): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) =>
    draw(picture, sentSide).toBlob(resolve, "image/jpeg", quality),
  );
  return blob ? new File([blob], file.name, { type: blob.type }) : file;
}

// A canvas rather than an image, for which the content security policy would have to allow more sources.
function preview(field: Field, picture: ImageBitmap): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "QuoteForm-remove";
  button.addEventListener("click", () => remove(field, item));
  item.append(draw(picture, shownSide), button);
  return item;
}

function remove(field: Field, item: HTMLElement): void {
  const at = field.photos.findIndex(({ preview }) => preview === item);
  field.photos.splice(at, 1);
  field.error.textContent = "";
  hold(field);
  show(field);
  (field.photos[Math.min(at, field.photos.length - 1)]?.preview.querySelector("button") ?? field.input).focus();
  // As after every other change, the form needs a new key.
  field.input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Puts the photographs into the input. */
function hold({ input, photos }: Field): void {
  const files = new DataTransfer();
  for (const { file } of photos) files.items.add(file);
  input.files = files.files;
}

function show({ photos, list, status, words }: Field): void {
  list.replaceChildren(...photos.map(({ preview }) => preview));
  photos.forEach(({ preview }, i) =>
    preview.querySelector("button")!.setAttribute("aria-label", words.remove!.replace("[number]", String(i + 1))),
  );
  status.textContent = photos.length > 0 ? words.ready!.replace("[count]", String(photos.length)) : "";
}

/** Posts a form with its photographs, as fetch would, and reports progress. */
export async function post(form: HTMLFormElement, action: string, data: FormData): Promise<Response> {
  const field = fieldOf(form)!;
  await field.work;
  // What could not be opened is named on the customer's page.
  data.set("refused", field.words.refused ?? "");
  data.delete("photos");
  for (const { file } of field.photos) data.append("photos", file);
  const response = await transfer(action, data, field);
  const { errors } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { errors?: { photos?: string } };
  field.error.textContent = response.ok ? "" : (errors?.photos ?? "");
  if (response.ok) {
    field.photos = [];
    delete field.words.refused;
  }
  hold(field);
  show(field);
  return response;
}

// Not fetch, which does not report upload progress.
function transfer(action: string, data: FormData, { status, words, photos }: Field): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", action);
    request.setRequestHeader("Accept", "application/json");
    request.timeout = answerTimeout + photos.length * photoTimeout;
    // On another origin, a listener would cause a preflight request.
    if (new URL(action, location.href).origin === location.origin) {
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        status.textContent = words.sending!.replace("[percent]", String(Math.round((100 * loaded) / total)));
      });
    }
    request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
    for (const event of ["error", "timeout", "abort"]) request.addEventListener(event, () => reject(new Error(event)));
    request.send(data);
  });
}
