import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'
import './FirstChoice.css'

interface Props {
  onChoose: () => void
  onPast: (() => void) | undefined
}

/** The first step: choosing files, with the formats that can be imported. */
export function FirstChoice({ onChoose, onPast }: Props) {
  const phone = usePhone()
  return (
    <div className="import-first">
      <div className="import-zone">
        <svg viewBox="0 0 120 64" width="120" height="64" aria-hidden="true">
          <path className="import-zone-sheet" d="M12 8h34v48H12zM20 20h18M20 30h18M20 40h10" />
          <path className="import-zone-way" d="M54 32h14m-5-5 5 5-5 5" />
          <path className="import-zone-rows" d="M78 16h32M78 32h22M78 48h27" />
        </svg>
        <h3>{phone ? t('选择平台导出的文件') : t('把平台导出的文件拖到这里')}</h3>
        <p>{t('可以一次选多个。淘宝/天猫、京东、拼多多、抖音飞鸽、快手、赤兔导出的 .xlsx、.xls、.csv')}</p>
        <Button type="primary" icon={<Icon name="file" />} onClick={onChoose}>
          {t('选择文件')}
        </Button>
      </div>
      <ul>
        <li>{t('平台、店铺、日期从文件里认出；文件没有写的，会请您补上。')}</li>
        <li>{t('同一店铺同一天再次导入时按昵称替换，不会累加。')}</li>
        <li>{t('先预检再写入：您确认之前，不改动任何数据；导入后也可以撤销。')}</li>
      </ul>
      <div className="import-template">
        <span>{t('手头没有平台导出的文件？')}</span>
        <TemplateMenu />
      </div>
      {onPast && (
        <div className="import-template">
          <span>{t('要补上线之前的每日数据？')}</span>
          <Button type="link" icon={<Icon name="calendar" />} onClick={onPast}>
            {t('导入历史日数据')}
          </Button>
        </div>
      )}
    </div>
  )
}
