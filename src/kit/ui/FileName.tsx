import './FileName.css'

/** Number of characters at the end of a file name that are always shown: a date and the extension. */
const TAIL = 16
/** Shorter names are not divided. */
const MIN_DIVIDED = 20

/**
 * The name of a file in one line. A long name loses characters in its middle, so that files that differ only in their
 * date can be told apart; the tooltip has all of it.
 */
export function FileName({ name }: { name: string }) {
  const letters = [...name]
  const at = letters.length > MIN_DIVIDED ? letters.length - TAIL : letters.length
  return (
    <span className="file-name" dir="ltr" title={name}>
      <span>{letters.slice(0, at).join('')}</span>
      {at < letters.length && <span>{letters.slice(at).join('')}</span>}
    </span>
  )
}
