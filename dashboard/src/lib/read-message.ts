/** Reads messages whose arguments are only inserted, so that English, which is its own catalogue, is not loaded twice. */
export type ReadMessage = (string | [name: string])[];

/** `Delete {name}` as `['Delete ', ['name']]`. Plurals and quoted braces are left to the catalogues, which are parsed when they are built. */
export function readMessage(text: string): ReadMessage {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index): ReadMessage[number] => (index % 2 === 1 ? [part] : part))
    .filter((part) => part !== '');
}
