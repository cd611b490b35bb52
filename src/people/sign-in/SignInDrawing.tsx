import { t } from '#kit/text.ts'

const ROWS = [
  { y: 188, words: [104, 30, 24], bar: 60 },
  { y: 220, words: [84, 24, 30], bar: 44 },
  { y: 252, words: [120, 36, 28], bar: 72 },
  { y: 284, words: [72, 20, 24], bar: 38 },
  { y: 316, words: [96, 28, 30], bar: 56 },
] as const

const MAX_BAR = Math.max(...ROWS.map((row) => row.bar))
const COLUMNS = [44, 250, 330] as const

/** A chat bubble whose tail points down to the table. */
function Talk({ x, y, width, words }: { x: number; y: number; width: number; words: readonly number[] }) {
  const height = 28 + words.length * 12
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className="door-paper"
        d={`M8 0h${width - 16}a8 8 0 0 1 8 8v${height - 16}a8 8 0 0 1-8 8H26l-10 9v-9H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z`}
      />
      {words.map((length, line) => (
        <path
          key={length}
          className={line === 0 ? 'door-head' : 'door-word'}
          d={`M14 ${20 + line * 12}h${length}`}
        />
      ))}
      <path className="door-fall" d={`M19 ${height + 18}V${128 - y}`} />
    </g>
  )
}

/** Chats become table rows, and rows become the line of the day; the line has a gap where data is missing. */
export function SignInDrawing() {
  return (
    <svg
      className="door-drawing"
      viewBox="0 0 528 412"
      role="img"
      aria-label={t('各家店铺的对话汇成一张表，再汇成当天的数字')}
    >
      <Talk x={24} y={24} width={128} words={[84, 52]} />
      <Talk x={196} y={8} width={112} words={[72]} />
      <Talk x={356} y={36} width={148} words={[104, 64]} />
      <rect className="door-paper" x={24} y={140} width={480} height={196} rx={10} />
      <path className="door-line" d="M24 172h480" />
      <path className="door-head" d="M44 156h36M250 156h28M330 156h28M430 156h54" />
      {ROWS.map(({ y, words, bar }) => (
        <g key={y}>
          <path
            className="door-word"
            d={words.map((length, place) => `M${COLUMNS[place]} ${y}h${length}`).join('')}
          />
          <rect
            className={bar === MAX_BAR ? 'door-bar door-bar-longest' : 'door-bar'}
            x={484 - bar}
            y={y - 5}
            width={bar}
            height={10}
            rx={2}
          />
          {y < 316 && <path className="door-line" d={`M44 ${y + 16}h440`} />}
        </g>
      ))}
      <path className="door-ground" d="M24 404h480" />
      <path className="door-past" d="M44 392 104 384 164 388 224 372 284 378" />
      <path className="door-now" d="M364 366 424 372 484 356" />
      <circle className="door-past-end" cx={284} cy={378} r={3} />
      <circle className="door-now-start" cx={364} cy={366} r={3} />
      <circle className="door-now" cx={484} cy={356} r={4} />
    </svg>
  )
}
