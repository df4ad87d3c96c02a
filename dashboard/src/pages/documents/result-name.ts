/** `report.docx` → `report (ES).docx`: beside the file it was made from, and told apart from it. */
export function resultName(name: string, target: string): string {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${base} (${target})${extension}`;
}
