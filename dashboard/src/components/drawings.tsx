/** Drawings of empty states: two strokes, of lines and accent, whose colours follow the theme. */
import type { ReactNode } from 'react';

export type DrawingName = 'speech' | 'paper' | 'bridge';

const shapes: Readonly<Record<DrawingName, ReactNode>> = {
  speech: (
    <>
      <path
        className="drawing-line"
        d="M10 14h44a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H30L18 58V48h-8a6 6 0 0 1-6-6V20a6 6 0 0 1 6-6z"
      />
      <path className="drawing-line" d="M14 26h34M14 35h22" />
      <path
        className="drawing-accent"
        d="M68 30h36a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6h-4v9L88 62H68a6 6 0 0 1-6-6"
      />
      <path className="drawing-accent" d="M72 42h26M72 51h16" />
    </>
  ),
  paper: (
    <>
      <path className="drawing-line" d="M22 8h34l16 16v44H22z" />
      <path className="drawing-line" d="M56 8v16h16M31 34h30M31 43h30M31 52h18" />
      <path className="drawing-accent" d="M80 20h14v52H46v-4" />
      <path className="drawing-accent" d="M80 36h6M80 45h6M80 54h6" />
    </>
  ),
  bridge: (
    <>
      <path className="drawing-line" d="M4 62h112M24 62V30M96 62V30M10 62V48M110 62V48" />
      <path className="drawing-line" d="M8 70c8-4 12-4 20 0s12 4 20 0 12-4 20 0 12 4 20 0 12-4 20 0" />
      <path
        className="drawing-accent"
        d="M4 48h112M4 42c10 0 16-6 20-14 8 14 22 20 36 20s28-6 36-20c4 8 10 14 20 14"
      />
      <path className="drawing-accent" d="M42 43v5M60 47v1M78 43v5" />
    </>
  ),
};

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" viewBox="0 0 120 80" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}
