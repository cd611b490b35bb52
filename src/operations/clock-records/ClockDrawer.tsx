import { type ReactNode, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { SheetDrop } from '#kit/ui/sheets/SheetDrop.tsx'
import { ClockFileView, type OpenClockFile } from './ClockFileView.tsx'
import { clock } from './contract.ts'
import './clock.css'

export interface ClockDrawerProps {
  /** A file that was uploaded before; absent for a new one. */
  id?: number
  onClose: () => void
}

/** 导入打卡: choose a file, check its rows, write them; or a file that was uploaded before. */
export function ClockDrawer({ id, onClose }: ClockDrawerProps) {
  const [file, setFile] = useState<OpenClockFile | null>(null)
  const [again, setAgain] = useState(false)
  const restart = () => {
    setFile(null)
    setAgain(true)
  }
  const view = (shown: OpenClockFile) => (
    <ClockFileView key={shown.id} file={shown} onChange={setFile} onClose={onClose} onAgain={restart} />
  )
  const choose = <ChooseFile onFile={setFile} />
  return (
    <SheetDrawer title={t('导入打卡')} onClose={onClose}>
      {file ? view(file) : id === undefined || again ? choose : <StoredFile id={id}>{view}</StoredFile>}
    </SheetDrawer>
  )
}

function StoredFile({ id, children }: { id: number; children: (file: OpenClockFile) => ReactNode }) {
  const call = useCall(clock.file, { id }, { messagePlace: 'inPage', staleTime: 0 })
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
      {children}
    </Loaded>
  )
}

/** Which file to export and where, and the place to drop it. */
function ChooseFile({ onFile }: { onFile: (file: OpenClockFile) => void }) {
  const client = useClient()
  const send = async (chosen: File) =>
    onFile(await client.call(clock.upload, {}, { file: chosen, messagePlace: 'inPage' }))
  return (
    <div className="sheet-import">
      <section>
        <h3>{t('1. 导出打卡，不用改')}</h3>
        <dl className="clock-sources">
          <dt>{t('企业微信')}</dt>
          <dd>{t('管理后台 › 打卡 › 上下班打卡 › 日报，导出“概况统计与打卡明细”')}</dd>
          <dt>{t('钉钉')}</dt>
          <dd>{t('管理后台 › 考勤统计 › 每日统计，导出报表')}</dd>
        </dl>
      </section>
      <section>
        <h3>{t('2. 上传导出的文件')}</h3>
        <SheetDrop allowed={t('.xlsx、.xls、.csv，最多 20 MB、2 万行')} send={send} />
      </section>
      <ul className="sheet-import-quiet">
        <li>{t('先预检：每一行会新增、更新、不变还是不写入；确认之前不写入。')}</li>
        <li>{t('同一份文件再导入一次，什么也不会变；写入后可以撤销。')}</li>
        <li>{t('打卡只用来核对，不会自动改工资；有出入时列出建议，由您决定。')}</li>
      </ul>
    </div>
  )
}
