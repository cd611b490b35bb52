import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startEngine } from '#db/embedded.ts'
import { must, pause } from './checks.ts'
import { fillUp, makeLimitedDisk } from './disk.ts'
import { call, signIn, startOn } from './program.ts'
import { countLost, prepareWrites, startWriters, untilAnswers } from './writers.ts'

/** A disk becomes full faster than the program can react to. */
export async function suddenlyFull(): Promise<string> {
  const disk = makeLimitedDisk(400)
  const engine = await startEngine(join(disk.folder, 'data'))
  try {
    await prepareWrites(engine)
    const writers = startWriters(engine)
    await pause(500)
    const free = fillUp(disk, 0)
    await pause(3_000)
    const whenFull = writers.acknowledged().length
    await pause(2_000)
    free()
    await untilAnswers(engine, 60)
    await pause(500)
    await writers.stop()
    const acknowledged = writers.acknowledged()
    must(acknowledged.length > whenFull, '腾出空间后没有恢复写入')
    const lost = await countLost(engine, acknowledged)
    must(lost === 0, `丢了 ${lost} 笔已确认的写入`)
    return `腾出空间后自己恢复，${acknowledged.length} 笔已确认的事务一笔不少`
  } finally {
    await engine.close()
    disk.remove()
  }
}

/** A disk fills up slowly: the program rejects writes, still reads, and recovers automatically. */
export async function nearlyFull(): Promise<string> {
  const disk = makeLimitedDisk(1_600)
  mkdirSync(join(disk.folder, 'data'))
  const program = await startOn({ DATA_DIR: join(disk.folder, 'data') })
  try {
    const token = await signIn(program)
    const write = (name: string) => call(program, 'POST', '/api/customers', token, { name })
    must((await write('甲')).status === 200, '空间充足时不能写')
    const free = fillUp(disk, 300)
    await pause(1_500)
    const refused = await write('乙')
    must(refused.status === 507 && /磁盘空间不足/.test(refused.text), `没有拒绝写入：${refused.text}`)
    must((await call(program, 'GET', '/api/customers', token)).status === 200, '磁盘将满时不能读')
    free()
    await pause(1_500)
    must((await write('丙')).status === 200, '腾出空间后没有恢复写入')
    const { text } = await call(program, 'GET', '/api/customers', token)
    must(text.includes('"甲"') && !text.includes('"乙"') && text.includes('"丙"'), `数据不对：${text}`)
    return '剩余不足 512 MB 时只读，写入得到一句话的 507，腾出空间后自己恢复'
  } finally {
    await program.stop()
    disk.remove()
  }
}
