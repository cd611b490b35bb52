import { readFileSync } from 'node:fs'
import { Html, html } from '#kit/html.ts'

/** Inlined into the page, which loads nothing but the company's logo. */
const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8')

interface Frame {
  title: string
  nonce: string
  body: Html
}

/** Complete HTML document without scripts or resources of other sites; excluded from search engines. */
export function htmlDocument({ title, nonce, body }: Frame): string {
  return html`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light"><title>${title}</title>
<style nonce="${nonce}">${new Html(STYLE)}</style></head>
<body>${body}</body></html>`.text
}

/** The same page for every invalid link, whatever the reason. */
export function invalidLinkPage(nonce: string): string {
  const body = html`<main class="door"><h1>链接打不开</h1>
<p>链接无效，或者已经过期、撤销。请联系发给您链接的人，重新要一个。</p></main>`
  return htmlDocument({ title: '链接打不开', nonce, body })
}

/** Error page for other failures, for example too many requests. */
export function errorPage(nonce: string, sentence: string): string {
  const body = html`<main class="door"><h1>暂时打不开</h1><p>${sentence}</p></main>`
  return htmlDocument({ title: '暂时打不开', nonce, body })
}

/** Form for the code; reveals nothing about the bill, the merchant or the company. */
export function codePage(nonce: string, { path, wrong }: { path: string; wrong: boolean }): string {
  const body = html`<main class="door"><h1>请输入提取码</h1>
<p>提取码是 6 位数字，由发给您链接的人另行告诉您。</p>
<form method="post" action="${path}" autocomplete="off">
<label for="code">提取码</label>
<input id="code" name="code" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" required autofocus
${wrong ? html`aria-invalid="true" aria-describedby="wrong"` : ''}>
${wrong ? html`<p class="problem" id="wrong" role="alert">提取码不对，请核对后再试。连续输错 5 次，链接会失效。</p>` : ''}
<button class="main">查看账单</button></form></main>`
  return htmlDocument({ title: '请输入提取码', nonce, body })
}
