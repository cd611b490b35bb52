import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import type { ImportControls } from '#operations/imports/ui/useImport.tsx'
import type { SetupFacts } from './contract.ts'
import { FileDrop } from './ui/FileDrop.tsx'

interface Props {
  facts: SetupFacts
  onImport: ImportControls['open']
}

/** 有平台文件，就从文件开始: a second way beside the step that is being done. */
export function FilesPanel(props: Props) {
  return (
    <Panel title={t('有平台文件，就从文件开始')} hint={t('一次做完第 3、5、6 步')} className="setup-files">
      <Files {...props} />
    </Panel>
  )
}

/** The place for files, files that wait for a confirmation, and what happens with them. */
export function Files({ facts, onImport, primary }: Props & { primary?: boolean }) {
  const { files, ids } = facts.import.previews
  return (
    <>
      {files > 0 && (
        <div className="setup-waiting-files">
          <p>
            <b>{t('{n} 个文件在等您确认', { n: files })}</b>
            <small>{t('已经读过，还没有写入；接着做，不必重传。')}</small>
          </p>
          <Button type={primary ? 'primary' : 'default'} onClick={() => onImport({ previewIds: ids })}>
            {t('继续')}
          </Button>
        </div>
      )}
      <FileDrop onFiles={(chosen) => onImport({ files: chosen })} primary={primary && files === 0} />
      <ol className="setup-ways">
        <li>
          <b>{t('1　认出')}</b>
          {t('列出店铺、昵称和日期，还没有写入')}
        </li>
        <li>
          <b>{t('2　您确认')}</b>
          {t('改店名、选客户、对昵称；认不准的留空')}
        </li>
        <li>
          <b>{t('3　一起建好')}</b>
          {t('新建店铺和昵称，导入数字；可整批撤销')}
        </li>
      </ol>
    </>
  )
}
