import './StatusTag.css'

/** green: normal, blue: in progress, orange: waiting, red: wrong, grey: off. */
export type Tone = 'green' | 'blue' | 'orange' | 'red' | 'grey'

/** A state as a word on a coloured ground; the colour only repeats the word. */
export function StatusTag({ tone, label }: { tone: Tone; label: string }) {
  return <span className={`status-tag status-${tone}`}>{label}</span>
}
