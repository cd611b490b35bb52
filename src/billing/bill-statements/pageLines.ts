import { formatInstant, formatMoney } from '#kit/format.ts'
import type { Html } from '#kit/html.ts'
import { html } from '#kit/html.ts'
import type { LineDays, LineWords } from './pageDays.ts'
import { daysOf } from './pageDays.ts'
import { latestByLine, MOST_NOTE } from './rules.ts'
import type { Shown } from './visit.ts'

type ShownLine = Shown['lines'][number]
type ShownAnswer = Shown['answers'][number]

interface Item {
  line: ShownLine
  /** Undefined if the line is not calculated by day. */
  days: LineDays | undefined
  answers: readonly ShownAnswer[]
  words: LineWords
  /** Target of the answer forms, and the session's form key against CSRF. */
  form: { path: string; key: string }
  problem: string | null
}

/** List item of a line: the latest answer to it, and forms to confirm or object. */
export function lineItem({ line, days, answers, words, form, problem }: Item): Html {
  const { position, fromOn, toOn, amountCents } = line
  const said = latestByLine(answers).get(position)
  const span = fromOn && toOn ? ` · ${fromOn} 至 ${toOn}` : ''
  return html`<li id="line-${position}"><div class="row"><span>${words.itemText(line)}</span><b>${formatMoney(amountCents)}</b></div>
<small>${words.priceText(line)} × ${words.qtyText(line)}${span}</small>
${days && daysOf(line, days, words)}
${said && saidOf(said)}${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<div class="acts">${said?.answer !== 'confirmed' && confirmForm(position, form)}${objectForm(position, form, problem !== null)}</div></li>`
}

function saidOf({ answer, note, at, reply, settledAt }: ShownAnswer): Html {
  const when = (instant: Date) => formatInstant(instant.toISOString()).slice(0, 16)
  if (answer === 'confirmed') {
    return html`<p class="said"><span class="tag confirmed">已确认</span> <small>${when(at)}</small></p>`
  }
  return html`<div class="said"><span class="tag objected">有异议</span> <small>${when(at)}</small><br>${note}
${settledAt && html`<p><span class="tag answered">我方答复</span> <small>${when(settledAt)}</small><br>${reply}</p>`}</div>`
}

const hidden = (position: number, key: string) => html`<input type="hidden" name="key" value="${key}">
<input type="hidden" name="position" value="${position}">`

function confirmForm(position: number, { path, key }: Item['form']): Html {
  return html`<form method="post" action="${path}">${hidden(position, key)}<button name="answer" value="confirmed">确认无误</button></form>`
}

function objectForm(position: number, { path, key }: Item['form'], isOpen: boolean): Html {
  return html`<details${isOpen && html` open`}><summary>有异议</summary><form method="post" action="${path}">${hidden(position, key)}
<label for="note-${position}">哪里不对（最多 ${MOST_NOTE} 字）</label><textarea id="note-${position}" name="note" rows="3" maxlength="${MOST_NOTE}" required></textarea>
<button name="answer" value="objected">提交异议</button></form></details>`
}
