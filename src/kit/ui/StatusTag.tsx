import './StatusTag.css'

/** green normal · blue under way · orange waiting · red wrong · grey off */
export type Tone = 'green' | 'blue' | 'orange' | 'red' | 'grey'

/** A state as a word on its own ground; the colour only repeats what the word says. */
export function StatusTag({ tone, label }: { tone: Tone; label: string }) {
  return <span className={`status-tag status-${tone}`}>{label}</span>
}
