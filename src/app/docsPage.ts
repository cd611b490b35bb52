import { escapeHtml } from '#kit/html.ts'
import type { JsonSchema, OpenApi, Operation } from '#kit/openapi.ts'

/** Renders the OpenAPI document as an HTML page without scripts or external resources. */
export function docsPage({ info, paths }: OpenApi, nonce: string, isDemo: boolean): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  const links = [...tags.keys()].map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`)
  const sections = [...tags].map(
    ([tag, list]) => `<section id="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>
${list.map(({ path, method, operation }) => operationBlock(method, path, operation)).join('\n')}</section>`,
  )
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(info.title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><header><h1>${escapeHtml(info.title)}</h1><p>${escapeHtml(info.description)}</p>
${isDemo ? '<p>这是演示，数据都是虚构的。</p>\n' : ''}<p>机器可读：<a href="/api/openapi.json">/api/openapi.json</a> · 共 ${operations.length} 个接口</p>
<nav>${links.join(' ')}</nav></header><main>${sections.join('\n')}</main></body></html>`
}

function operationBlock(method: string, path: string, operation: Operation): string {
  const permission = operation['x-permission']
  const needs = permission === null ? '无需登录' : permission === 'signedIn' ? '登录即可' : permission
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary)}</span> <i>${escapeHtml(needs)}</i></summary>${parametersTable(operation)}${bodyTable(operation)}${responseTable(operation)}</details>`
}

const HEAD = '<tr><th>字段</th><th>类型</th><th>必填</th><th>说明</th></tr>'

function parametersTable({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: where, required, schema }) =>
    row(name, schema, required, where === 'path' ? '路径' : '', 0),
  )
  return `<h3>参数</h3><table>${HEAD}${rows.join('')}</table>`
}

function bodyTable({ requestBody }: Operation): string {
  if (!requestBody) return ''
  return Object.entries(requestBody.content)
    .map(([type, { schema }]) => {
      const tables = (schema.oneOf ?? [schema]).map(schemaTable)
      return `<h3>请求体 <small>${escapeHtml(type)}</small></h3>${tables.join('<p>或者</p>')}`
    })
    .join('')
}

function responseTable({ responses }: Operation): string {
  const fine = Object.values(responses).find((response) => 'content' in response)
  const schema = fine && 'content' in fine ? fine.content?.['application/json']?.schema : undefined
  const errors = Object.keys(responses).filter((status) => Number(status) >= 400)
  const errorText = errors.length > 0 ? `<p>可能的错误：${errors.join('、')}</p>` : ''
  const data = schema?.properties?.data
  return data ? `<h3>回答 <small>data</small></h3>${schemaTable(data)}${errorText}` : errorText
}

function schemaTable(schema: JsonSchema): string {
  const rows = fieldRows(schema, 0)
  return rows.length > 0 ? `<table>${HEAD}${rows.join('')}</table>` : `<p>${escapeHtml(typeOf(schema))}</p>`
}

const MAX_DEPTH = 4

/** One row per field; nested fields follow it, indented. */
function fieldRows(schema: JsonSchema, depth: number): string[] {
  const inner = innerOf(schema)
  return Object.entries(inner?.properties ?? {}).flatMap(([name, field]) => [
    row(name, field, inner?.required?.includes(name) ?? false, '', depth),
    ...(depth < MAX_DEPTH ? fieldRows(field, depth + 1) : []),
  ])
}

/** The nested object: the item of a list, or the non-null variant of a nullable schema. */
function innerOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  if (typeof schema.items === 'object') return innerOf(schema.items)
  return schema.anyOf?.map(innerOf).find((inner) => inner !== undefined)
}

function row(name: string, schema: JsonSchema, required: boolean, note: string, depth: number): string {
  const words = [note, schema.title, schema.description].filter(Boolean).join('，')
  const default_ = schema.default === undefined ? '' : `（默认 ${JSON.stringify(schema.default)}）`
  return `<tr><td class="d${depth}"><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(schema))}</td>
<td>${required ? '是' : ''}</td><td>${escapeHtml(words + default_)}</td></tr>`
}

/** A schema's type in a few words. */
function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${typeof schema.items === 'object' ? typeOf(schema.items) : '任意'}[]`
  if (schema.format) return `${schema.type}（${schema.format}）`
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? '任意')
}

const STYLE = `
body{margin:0;font:14px/22px system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:#1f2329;background:#f5f6f8}
header,main{max-width:1080px;margin:0 auto;padding:16px 20px}
h1{font-size:20px;margin:8px 0}h2{font-size:16px;margin:24px 0 8px}h3{font-size:14px;margin:16px 0 4px}
p{color:#646a73;margin:4px 0}small{color:#646a73;font-weight:400}a{color:#096dd9}nav a{margin-right:12px}
details{background:#fff;border:1px solid #e5e7eb;border-radius:8px;margin:8px 0;padding:0 16px}
details[open]{padding-bottom:16px}
summary{cursor:pointer;padding:10px 0;display:flex;gap:12px;flex-wrap:wrap}
summary b{width:52px}summary span{flex:1 1 200px}summary i{color:#646a73;font-style:normal}
.get{color:#0050b3}.post{color:#237804}.patch{color:#ad4e00}.delete{color:#a8071a}
code{font:13px/20px ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid #eef0f3;vertical-align:top}
th{background:#fafbfc;color:#646a73;font-weight:500}
.d1{padding-left:28px}.d2{padding-left:48px}.d3{padding-left:68px}.d4{padding-left:88px}
`
