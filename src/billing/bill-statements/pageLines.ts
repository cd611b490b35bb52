import { formatInstant, formatMoney } from '#kit/format.ts'
import type { Html } from '#kit/html.ts'
import { html } from '#kit/html.ts'
import type { LineDays, LineFormatters } from './pageDays.ts'
import { dayTable } from './pageDays.ts'
import { latestByLine, MAX_NOTE } from './rules.ts'
import type { StatementView } from './visit.ts'

type ShownLine = StatementView['lines'][number]
type ShownAnswer = StatementView['answers'][number]

interface LineItemInput {
  line: ShownLine
  /** Undefined if the line is not calculated by day. */
  days: LineDays | undefined
  answers: readonly ShownAnswer[]
  words: LineFormatters
  /** Target of the answer forms, and the session's form key against CSRF. */
  form: { path: string; key: string }
  problem: string | null
}

/** List item of a line: the latest answer to it, and forms to confirm or object. */
export function lineItem({ line, days, answers, words, form, problem }: LineItemInput): Html {
  const { position, fromOn, toOn, amountCents } = line
  const latestAnswer = latestByLine(answers).get(position)
  const span = fromOn && toOn ? ` · ${fromOn} 至 ${toOn}` : ''
  return html`<li id="line-${position}"><div class="row"><span>${words.itemText(line)}</span><b>${formatMoney(amountCents)}</b></div>
<small>${words.priceText(line)} × ${words.qtyText(line)}${span}</small>
${days && dayTable(line, days, words)}
${latestAnswer && answerBlock(latestAnswer)}${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<div class="acts">${latestAnswer?.answer !== 'confirmed' && confirmForm(position, form)}${objectForm(position, form, problem !== null)}</div></li>`
}

function answerBlock({ answer, note, at, reply, settledAt }: ShownAnswer): Html {
  const when = (instant: Date) => formatInstant(instant.toISOString()).slice(0, 16)
  if (answer === 'confirmed') {
    return html`<p class="said"><span class="tag confirmed">已确认</span> <small>${when(at)}</small></p>`
  }
  return html`<div class="said"><span class="tag objected">有异议</span> <small>${when(at)}</small><br>${note}
${settledAt && html`<p><span class="tag answered">我方答复</span> <small>${when(settledAt)}</small><br>${reply}</p>`}</div>`
}

const hiddenFields = (position: number, key: string) => html`<input type="hidden" name="key" value="${key}">
<input type="hidden" name="position" value="${position}">`

function confirmForm(position: number, { path, key }: LineItemInput['form']): Html {
  return html`<form method="post" action="${path}">${hiddenFields(position, key)}<button name="answer" value="confirmed">确认无误</button></form>`
}

function objectForm(position: number, { path, key }: LineItemInput['form'], isOpen: boolean): Html {
  return html`<details${isOpen && html` open`}><summary>有异议</summary><form method="post" action="${path}">${hiddenFields(position, key)}
<label for="note-${position}">哪里不对（最多 ${MAX_NOTE} 字）</label><textarea id="note-${position}" name="note" rows="3" maxlength="${MAX_NOTE}" required></textarea>
<button name="answer" value="objected">提交异议</button></form></details>`
}
