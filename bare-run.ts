import { buildReferencePages } from './bench/parts/page.ts'
import { serveFolder } from './bench/parts/folder.ts'
const base = 'http://127.0.0.1:8301'
const login = await (await fetch(base + '/api/login/account', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify({ type: 'account', username: 'admin', password: 'Demo@2026' }) })).json()
const read = async (path: string) => (await fetch(base + path, { headers: { authorization: login.data.token } })).json()
const s = await serveFolder(buildReferencePages(), new Map([['/answers/user', await read('/api/currentUser')], ['/answers/rows', await read('/api/stores?current=1&pageSize=20')]]))
console.log(s.base)
setInterval(() => {}, 1e6)
