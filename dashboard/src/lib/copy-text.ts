/** Copies a text, also on plain HTTP, where the browser has no `navigator.clipboard`. False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The older way: the browser copies a selected element. It stays beside the focus, because outside an open dialog nothing can be selected. */
function copySelection(text: string): boolean {
  const element = document.createElement('span');
  element.className = 'copied';
  element.textContent = text;
  (document.activeElement?.parentElement ?? document.body).append(element);
  const selection = getSelection();
  const before = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection?.addRange(range);
  const isCopied = document.execCommand('copy');
  element.remove();
  selection?.removeAllRanges();
  if (before !== undefined) selection?.addRange(before);
  return isCopied;
}
