/** Everything that a translation depends on besides the sentence. */
export interface LiveSettings {
  readonly targetLang: string;
  /** Undefined: detect. */
  readonly sourceLang?: string | undefined;
  readonly glossaryId?: string | undefined;
  /** Not sent: a glossary that was edited translates differently, so its older translations must not be reused. */
  readonly glossaryVersion?: string | undefined;
  readonly formality?: string | undefined;
  readonly styleId?: string | undefined;
  /** Not sent, like the version of the glossary. */
  readonly styleVersion?: string | undefined;
}

export interface LiveLimits {
  /** Of the whole text. */
  readonly maxCharacters: number;
  /** Of a call. */
  readonly maxTexts: number;
}

/** Two settings with the same key give the same translations. */
export function keyOf(settings: LiveSettings): string {
  const { targetLang, sourceLang, glossaryId, glossaryVersion, formality, styleId, styleVersion } = settings;
  return JSON.stringify([
    targetLang,
    sourceLang,
    glossaryId,
    glossaryVersion,
    formality,
    styleId,
    styleVersion,
  ]);
}
