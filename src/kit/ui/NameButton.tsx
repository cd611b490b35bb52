import './NameButton.css'

interface Props {
  /** Shown on one line; the whole text is the tooltip. */
  children: string
  onClick: () => void
}

/** The name of a row that opens the row: looks like a link, and is cut to the width of its column. */
export function NameButton({ children, onClick }: Props) {
  return (
    <button type="button" className="name-button" title={children} onClick={onClick}>
      {children}
    </button>
  )
}
