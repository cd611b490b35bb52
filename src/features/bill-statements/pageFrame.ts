import { Html, html } from '#kit/html.ts'

interface Frame {
  title: string
  nonce: string
  body: Html
}

/** A page of its own: no script, nothing fetched, not to be found by search engines. */
export function framed({ title, nonce, body }: Frame): string {
  return html`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light"><title>${title}</title>
<style nonce="${nonce}">${new Html(STYLE)}</style></head>
<body>${body}</body></html>`.text
}

/** The one answer of every address at which nothing is to be seen. */
export function gonePage(nonce: string): string {
  const body = html`<main class="door"><h1>链接打不开</h1>
<p>链接无效，或者已经过期、撤销。请联系发给您链接的人，重新要一个。</p></main>`
  return framed({ title: '链接打不开', nonce, body })
}

/** Something else went wrong: too many requests, no room, a fault. */
export function troublePage(nonce: string, sentence: string): string {
  const body = html`<main class="door"><h1>暂时打不开</h1><p>${sentence}</p></main>`
  return framed({ title: '暂时打不开', nonce, body })
}

/** Asks for the code; says nothing of the bill, of the merchant or of us. */
export function codePage(nonce: string, { path, wrong }: { path: string; wrong: boolean }): string {
  const body = html`<main class="door"><h1>请输入提取码</h1>
<p>提取码是 6 位数字，由发给您链接的人另行告诉您。</p>
<form method="post" action="${path}" autocomplete="off">
<label for="code">提取码</label>
<input id="code" name="code" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" required autofocus${wrong ? html` aria-invalid="true" aria-describedby="wrong"` : ''}>
${wrong ? html`<p class="problem" id="wrong" role="alert">提取码不对，请核对后再试。连续输错 5 次，链接会失效。</p>` : ''}
<button class="main">查看账单</button></form></main>`
  return framed({ title: '请输入提取码', nonce, body })
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:14px/22px system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:#1f2329;background:#f5f6f8}
main{max-width:840px;margin:0 auto;padding:20px 16px 48px}
h1{margin:0;font-size:20px;line-height:30px}h2{margin:0 0 8px;font-size:16px;line-height:24px}
p{margin:4px 0}small,.quiet{color:#646a73;font-size:12px;line-height:20px}
.door{max-width:400px;margin:12vh auto 0;padding:28px 24px;background:#fff;border:1px solid #e5e7eb;border-radius:8px}
.door p{color:#646a73}.door form{margin-top:20px}
label{display:block;margin-bottom:4px}
input,textarea{width:100%;padding:10px 12px;font:inherit;color:inherit;background:#fff;border:1px solid #c9cdd4;border-radius:6px}
input{font-size:20px;letter-spacing:6px;font-variant-numeric:tabular-nums}
input:focus,textarea:focus,button:focus-visible,summary:focus-visible{outline:2px solid #096dd9;outline-offset:1px}
button{min-height:44px;padding:0 20px;font:inherit;color:#1f2329;background:#fff;border:1px solid #c9cdd4;border-radius:6px;cursor:pointer}
button.main{color:#fff;background:#096dd9;border-color:#096dd9}.door button{width:100%;margin-top:16px}
.problem,.door .problem{color:#a8071a}
header{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:4px 16px;margin-bottom:16px}
section{margin-bottom:16px;padding:16px;background:#fff;border:1px solid #e5e7eb;border-radius:8px}
.sums{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:12px}
.sums dt,.facts dt{color:#646a73}.sums dd{margin:0;font-size:20px;line-height:28px;font-weight:600;font-variant-numeric:tabular-nums}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:8px 16px;margin:16px 0 0}
.facts div{display:flex;gap:8px}.facts dd{margin:0;overflow-wrap:anywhere}.sums,.lines,.receipts{margin:0;padding:0}
.lines,.receipts{list-style:none}.lines>li{padding:12px 0;border-top:1px solid #eef0f3}.lines>li:first-child{border-top:0}
.row{display:flex;justify-content:space-between;gap:16px;font-variant-numeric:tabular-nums}.row>:first-child{min-width:0;overflow-wrap:anywhere}
.row b{font-weight:500;white-space:nowrap}
.said{margin:8px 0 0;padding:8px 12px;background:#f5f6f8;border-radius:6px;overflow-wrap:anywhere}
.acts{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}.acts details{flex:1 1 200px}
summary{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border:1px solid #c9cdd4;border-radius:6px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}details[open] summary{margin-bottom:8px}details button{margin-top:8px}
.tag{display:inline-block;padding:0 8px;border-radius:4px;font-size:12px;line-height:22px;background:#f2f3f5;color:#646a73}
.confirmed{background:#f6ffed;color:#237804}.objected{background:#fff1f0;color:#a8071a}.answered{background:#fff7e6;color:#ad4e00}.sent{background:#e6f4ff;color:#0050b3}
.total{margin-top:8px;padding-top:12px;border-top:1px solid #e5e7eb}.total p{margin:0 0 4px}.total .row{padding:2px 0}.big{font-size:16px;font-weight:600}
.mark{position:fixed;inset:0;width:100%;height:100%;pointer-events:none;z-index:1}
.mark text{font-size:13px;fill:#1f2329;fill-opacity:.07}
footer{color:#646a73;font-size:12px;line-height:20px}
@media (max-width:480px){button,summary{flex:1}.acts form{flex:1 1 100%}.acts form>button{width:100%}}
@media print{body{background:#fff}main{max-width:none;padding:0}section{break-inside:avoid;border-color:#c9cdd4}.acts,form{display:none}.mark text{fill-opacity:.12}}
`
