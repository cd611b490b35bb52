import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type EntryLine, hasFigures } from './entry.ts'

/** Describes the source of a line's figures. */
export function sourceText(line: EntryLine): string {
  if (line.line.source !== 'imported') {
    if (hasFigures(line)) return t('手工填写')
    return line.line.figureSource === 'file' ? t('可以不填') : t('等您填写')
  }
  return line.line.other === null ? t('平台导入') : t('平台导入，有差异')
}

/** The source of a line's figures: the platform's file, the agent, or none yet. */
export function LineSourceTag({ line }: { line: EntryLine }) {
  if (line.line.source === 'imported') {
    const differs = line.line.other !== null
    return (
      <span
        className="entry-locked"
        title={differs ? t('平台文件与手工填写的不同，以平台文件为准。') : undefined}
      >
        <Icon name="lock" size={12} />
        {sourceText(line)}
      </span>
    )
  }
  return hasFigures(line) || line.line.figureSource === 'file' ? (
    <span className="entry-locked">{sourceText(line)}</span>
  ) : (
    <StatusTag tone="orange" label={sourceText(line)} />
  )
}
