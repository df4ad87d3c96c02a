/** `report.docx` → `report (ES).docx`: sorts next to the original without replacing it. */
export function resultName(name: string, target: string): string {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${base} (${target})${extension}`;
}
