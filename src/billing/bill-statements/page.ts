import type { KeyObject } from 'node:crypto'
import {
  discountedLines,
  kindNames,
  methodNames,
  missingNotice,
  statementNames,
  taxIn,
} from '#billing/customer-bills/rules.ts'
import { monthOf } from '#kit/calendar.ts'
import { capitalAmount } from '#kit/capitals.ts'
import { formatInstant, formatMoney, formatRate } from '#kit/format.ts'
import { type Html, html } from '#kit/html.ts'
import { sizeWithin } from '#kit/sizeWithin.ts'
import { inChinese } from '#kit/text.ts'
import { dayTable, type LineDays, type LineFormatters } from './pageDays.ts'
import { htmlDocument } from './pageFrame.ts'
import { latestByLine, MAX_NOTE } from './rules.ts'
import { formKey } from './secrets.ts'
import type { StatementView } from './visit.ts'

interface PageContext {
  nonce: string
  /** Path of the link; the forms post to it. */
  path: string
  key: KeyObject
  now: Date
  words: LineFormatters
  /** Day lists by line position, for lines that are calculated by day. */
  traced: ReadonlyMap<number, LineDays>
  problem: string | null
  /** Line position of the problem; null for a problem of the whole page. */
  at: number | null
}

/** HTML page of a bill for its merchant: lines to confirm or object to, receipts and the open amount. */
export function statementPage(shown: StatementView, context: PageContext): string {
  const { bill, lines, status } = shown
  const { problem, at, now, nonce } = context
  const isOfPage = problem !== null && !lines.some(({ position }) => position === at)
  const body = html`${watermark(bill.customerName, now)}<main>
${senderLine(bill.sender)}<header><h1>对账单 ${bill.code}</h1><span class="tag ${status}">${statementNames[status]}</span></header>
${isOfPage && html`<p class="problem" role="alert">${problem}</p>`}
${summarySection(shown)}${linesSection(shown, context)}${payeeSection(shown)}${receiptsSection(shown)}
<footer><p>本页只供${bill.customerName}核对这张账单，请不要转发。链接 ${formatInstant(shown.link.expiresAt.toISOString()).slice(0, 16)} 失效。</p>
<p>${bill.sender.name} · ${formatInstant(now.toISOString())}</p></footer></main>`
  return htmlDocument({ title: `对账单 ${bill.code ?? ''}`, nonce, body })
}

/** Height of the logo on the page, in pixels, and its largest width. */
const LOGO = { height: 28, width: 160 }

/** The company that sends the bill: its logo, if it has one, and its name. */
function senderLine({ name, logo }: StatementView['bill']['sender']): Html {
  const size = logo && sizeWithin(logo, LOGO)
  const picture =
    size && html`<img src="${logo.address}" alt="" width="${size.width}" height="${size.height}">`
  return html`<p class="sender">${picture}<span>${name}</span></p>`
}

/** Whether the bill is a refund; its amounts are then shown with the opposite sign. */
const isRefund = ({ totalCents }: StatementView['bill']) => totalCents < 0

function summarySection({ bill }: StatementView): Html {
  const [total, settled, left] = isRefund(bill) ? ['应退', '已退', '未退'] : ['应付', '已付', '未付']
  const sign = isRefund(bill) ? -1 : 1
  const facts: [string, string | null][] = [
    ['商家', bill.customerName],
    ['店铺', bill.storeName],
    ['服务月份', monthOf(bill.monthOn)],
    ['服务期间', `${bill.fromOn} 至 ${bill.toOn}`],
    ['类型', kindNames[bill.kind as keyof typeof kindNames]],
    ['相关账单', bill.relatedCode],
    ['出账日期', bill.issuedOn],
    ['到期日', bill.dueOn],
    ['说明', noticeOf(bill)],
  ]
  const filledFacts = facts.filter(([, value]) => value !== null)
  return html`<section aria-label="合计"><dl class="sums">
<div><dt>${total}</dt><dd>${formatMoney(sign * bill.totalCents)}</dd></div>
<div><dt>${settled}</dt><dd>${formatMoney(sign * bill.receivedCents)}</dd></div>
<div><dt>${left}</dt><dd>${formatMoney(sign * (bill.totalCents - bill.receivedCents))}</dd></div></dl>
<dl class="facts">${filledFacts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`
}

/** Notice that missing figures are not charged; null if there are none. */
function noticeOf({ status, missing, missingReason }: StatementView['bill']): string | null {
  const missingState = { status, missing, missingReason } as unknown as Parameters<typeof missingNotice>[0]
  return missingNotice(missingState, inChinese)
}

function linesSection(shown: StatementView, context: PageContext): Html {
  const { bill, lines, session, answers } = shown
  const form = { path: `${context.path}/answers`, key: formKey(context.key, session) }
  const unanswered = lines.filter(({ position }) => !answers.some((answer) => answer.position === position))
  const items = lines.map((line) => {
    const problem = context.at === line.position ? context.problem : null
    const days = context.traced.get(line.position)
    return lineItem({ line, days, answers, words: context.words, form, problem })
  })
  return html`<section aria-label="明细"><h2>明细</h2><p class="quiet">金额含税。请逐行确认；有不对的，写明后提交。</p>
<ul class="lines">${items}</ul>${totalsOf(shown)}
${unanswered.length > 1 && confirmAllForm(form, unanswered.length)}
${bill.discountCents > 0 && html`<p class="quiet">优惠按各行金额分摊后计税。</p>`}</section>`
}

function confirmAllForm({ path, key }: { path: string; key: string }, count: number): Html {
  return html`<form class="acts" method="post" action="${path}"><input type="hidden" name="key" value="${key}">
<input type="hidden" name="position" value="all"><button class="main" name="answer" value="confirmed">其余 ${count} 行全部确认</button></form>`
}

function totalsOf({ bill, lines }: StatementView): Html {
  const tax = taxIn(discountedLines(lines, bill.discountCents))
  const rates = [...new Set(lines.map(({ taxRateBp }) => formatRate(taxRateBp, 0)))].join('、')
  const row = (label: string, cents: number) =>
    html`<div class="row"><span>${label}</span><b>${formatMoney(cents)}</b></div>`
  return html`<div class="total">${bill.discountCents > 0 && row('优惠', -bill.discountCents)}
${row('不含税金额', bill.totalCents - tax)}${row(`税额（${rates}）`, tax)}
<div class="row big"><span>合计（含税）</span><b>${formatMoney(bill.totalCents)}</b></div>
<p class="quiet">${capitalAmount(bill.totalCents)}</p></div>`
}

/** Where to pay what is left; the number is selected as a whole, since the page has no script to copy it. */
function payeeSection({ bill }: StatementView): Html | null {
  const { payee } = bill.sender
  if (!payee || bill.totalCents <= bill.receivedCents) return null
  return html`<section aria-label="付到哪里"><h2>付到哪里</h2><dl class="facts payee">
<div><dt>户名</dt><dd>${payee.name}</dd></div><div><dt>开户行</dt><dd>${payee.bank}</dd></div>
<div><dt>账号</dt><dd class="copied">${payee.account}</dd></div></dl>
<p class="quiet">按住账号可整段选中复制。转账时请附言账单编号 ${bill.code}，方便我们核对。</p></section>`
}

function receiptsSection({ bill, receipts }: StatementView): Html {
  const [title, none] = isRefund(bill) ? ['退款付款', '还没有付款。'] : ['已收款项', '还没有收款。']
  const rows = receipts.map(
    ({ onDay, cameOn, method, amountCents, reversesId }) =>
      html`<li class="row"><span>${cameOn ?? onDay} ${methodNames[method as keyof typeof methodNames]}${reversesId !== null && html` <small>冲销</small>`}</span><b>${formatMoney(amountCents)}</b></li>`,
  )
  const list = rows.length > 0 ? html`<ul class="receipts">${rows}</ul>` : html`<p class="quiet">${none}</p>`
  return html`<section aria-label="${title}"><h2>${title}</h2>${list}</section>`
}

/** Watermark with merchant and time, translucent so that the page stays readable. */
function watermark(name: string, now: Date): Html {
  const text = `${name} ${formatInstant(now.toISOString()).slice(0, 16)}`
  return html`<svg class="mark" aria-hidden="true"><defs><pattern id="m" width="320" height="150" patternUnits="userSpaceOnUse" patternTransform="rotate(-20)"><text x="0" y="80">${text}</text></pattern></defs><rect width="100%" height="100%" fill="url(#m)"/></svg>`
}

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
function lineItem({ line, days, answers, words, form, problem }: LineItemInput): Html {
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
