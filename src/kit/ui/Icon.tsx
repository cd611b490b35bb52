import './Icon.css'

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** Line drawings on a grid of 16, stroke 1.4. */
const DRAWINGS = {
  calendar:
    'M3.7 3.5h8.6a1.2 1.2 0 0 1 1.2 1.2v7.6a1.2 1.2 0 0 1-1.2 1.2H3.7a1.2 1.2 0 0 1-1.2-1.2V4.7a1.2 1.2 0 0 1 1.2-1.2zM2.5 6.500h11M5.500 2v2.500M10.500 2v2.500',
  check: 'm3.500 8.500 3 3 6-7',
  columns: 'M3.500 3h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM6.200 3v10M9.800 3v10',
  copy: 'M6.500 5.500h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM10.500 3.500v-1h-8v8h1',
  density: 'M2.500 3h11M2.500 13h11M8 5v6M6.300 6.500 8 5l1.700 1.500M6.300 9.500 8 11l1.700-1.500',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  left: 'm10 4-4 4 4 4',
  right: 'm6 4 4 4-4 4',
  download: 'M8 3v7.500M5 7.800l3 3 3-3M2.500 10.500v3h11v-3',
  upload: 'M8 11V3.500M5 6.200l3-3 3 3M2.500 10.500v3h11v-3',
  edit: 'M3 13l.6-2.700 6.900-6.900 2.100 2.100-6.900 6.900zM9.200 4.700l2.100 2.100',
  eye: `M1.500 8S4 3.800 8 3.800 14.500 8 14.500 8 12 12.200 8 12.200 1.500 8 1.500 8z${circle(8, 8, 1.9)}`,
  file: 'M9 2H4.200A1.200 1.200 0 0 0 3 3.200v9.600A1.200 1.200 0 0 0 4.200 14h7.600a1.200 1.200 0 0 0 1.200-1.200V6zM9 2v4h4',
  filter: 'M2.500 3.500h11M4.500 8h7M6.500 12.500h3',
  find: `${circle(7, 7, 4.2)}M10.200 10.200l3.300 3.300`,
  full: 'M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10',
  unfull: 'M6 2.500V6H2.500M13.500 6H10V2.500M10 13.500V10h3.500M2.500 10H6v3.500',
  info: `${circle(8, 8, 6)}M8 7.500v3.300M8 5.100v.1`,
  lock: 'M4.500 7h7a1 1 0 0 1 1 1v4.500a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM5.500 7V5a2.500 2.500 0 0 1 5 0v2',
  more: 'M3.500 8h.1M8 8h.1M12.500 8h.1',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 1 1-1.500-3.500M13 2.500v2.600h-2.600',
  trash: 'M2.500 4.500h11M6 4.500V3h4v1.500M4 4.500l.6 9h6.800l.6-9M6.700 7v4M9.300 7v4',
  undo: 'M3 6.500h6.500a3.500 3.500 0 0 1 0 7H6M5.500 3.500 2.500 6.500l3 3',
  user: `${circle(8, 5.4, 2.8)}M2.800 13.600c.4-2.700 2.500-4.200 5.200-4.200s4.800 1.500 5.200 4.200`,
  warn: 'M8 2.500 14 13H2zM8 6.500v3M8 11.200v.1',
  close: 'm4 4 8 8M12 4l-8 8',
}

export type IconName = keyof typeof DRAWINGS

/** A line icon of 16 px in the colour of its words; it says nothing by itself, so the button around it needs a label. */
export function Icon({ name, size = 16 }: { name: IconName; size?: 12 | 14 | 16 | 20 }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={DRAWINGS[name]} />
    </svg>
  )
}
