import { limits } from './limits.ts'
import { kindOfFormat, type NumberKind } from './numbers.ts'
import { UnreadableFile } from './unreadable.ts'
import { parseXml } from './xml.ts'
import type { Archive } from './zip.ts'

/** The data of a workbook that reading the rows of an .xlsx needs. */
export interface Workbook {
  sheets: { name: string; path: string }[]
  strings: string[]
  kinds: NumberKind[]
  from1904: boolean
}

/** Reads the workbook's list of visible sheets, its shared strings and its number formats. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await readRelations(archive, '_rels/.rels', '')
  const path = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  if (!archive.has(path) || path.endsWith('.bin')) throw noWorkbook()
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations = await readRelations(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder)
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path ?? ''
  const { sheets, from1904 } = await readSheetList(archive, path)
  return {
    from1904,
    sheets: sheets.map(({ name, id }) => ({ name, path: relations.find((r) => r.id === id)?.path ?? '' })),
    strings: await readStrings(archive, pathOf('sharedStrings')),
    kinds: await readKinds(archive, pathOf('styles')),
  }
}

async function readRelations(archive: Archive, path: string, folder: string) {
  const relations: { id: string; type: string; path: string }[] = []
  await parseXml(archive.text(path), {
    open(name, { Id, Type = '', Target = '' }) {
      if (name !== 'Relationship' || !Id) return
      const full = Target.startsWith('/') ? Target.slice(1) : folder + Target.replace(/^\.\//, '')
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: full })
    },
  })
  return relations
}

async function readSheetList(archive: Archive, path: string) {
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  await parseXml(archive.text(path), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return
      const id = Object.keys(attributes).find((key) => key.endsWith(':id')) ?? ''
      sheets.push({ name: attributes.name ?? '', id: attributes[id] ?? '' })
    },
  })
  return { sheets, from1904 }
}

/** Reads the shared strings in order, without their phonetic readings (`rPh`). */
async function readStrings(archive: Archive, path: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let inText = false
  let inPhonetic = false
  await parseXml(archive.text(path), {
    open(name) {
      if (name === 'si') text = ''
      inText = name === 't'
      if (name === 'rPh') inPhonetic = true
    },
    text(piece) {
      if (inText && !inPhonetic && text.length < limits.cellChars) text += piece
    },
    close(name) {
      if (name === 'si') strings.push(text)
      inText = false
      if (name === 'rPh') inPhonetic = false
    },
  })
  return strings
}

async function readKinds(archive: Archive, path: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let inCellFormats = false
  await parseXml(archive.text(path), {
    open(name, { numFmtId = '0', formatCode }) {
      if (name === 'cellXfs') inCellFormats = true
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (name === 'xf' && inCellFormats)
        kinds.push(kindOfFormat(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return kinds
}

function noWorkbook(): UnreadableFile {
  return new UnreadableFile(
    'unreadable',
    '文件是压缩包或暂不支持的表格格式，里面没有可读的工作表。请解压，或在 Excel 中另存为 .xlsx 后重新上传。',
  )
}
