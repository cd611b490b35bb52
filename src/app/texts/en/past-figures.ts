export const pastFigures: Record<string, string> = {
  平台文件: 'Platform files',
  历史日数据: 'Past daily figures',
  导入历史日数据: 'Import past daily figures',
  历史日数据模板: 'Template of past daily figures',
  历史日数据_没有采用的行: 'Past daily figures_rows not taken',
  '要补上线之前的每日数据？': 'Figures of the days before you went live?',
  '模板里每家店铺每天一行，店铺和日期已经填好；没有数字的行可以留着不填。':
    'The template has a row per store and day with both filled in; rows without figures may stay empty.',
  '全部 {n} 家店铺': 'All {n} {n:store|stores}',
  '{n} 家店铺，共 {lines} 行': '{n} {n:store|stores}, {lines} {lines:row|rows}',
  '；模板最多 {n} 行，请减少店铺或天数':
    '; a template has at most {n} rows, please choose fewer stores or days',
  '下载空白表，自己填店铺和日期': 'Download an empty sheet and fill in stores and days yourself',
  '.xlsx、.xls、.csv，最多 20 MB、20 万行': '.xlsx, .xls, .csv, at most 20 MB and 200,000 rows',
  '先预检：告诉您每一行会新增、更新、不变、冲突还是错误；确认之前不写入。':
    'Checked first: you see what each row would do – new, changed, unchanged, conflict or error; nothing is written before you confirm.',
  '平台导出的数据和手工更正过的数优先，不会被历史数据覆盖。':
    'Figures from the platforms and figures corrected by hand win; past figures never overwrite them.',
  '同一份文件再导入一次，什么也不会变；写入后可以撤销。':
    'The same file imported again changes nothing; what was written can be undone.',
  '{name}已在 {at} 导入过同一份文件，再导入一次什么也不会变。':
    '{name} imported the very same file at {at}; importing it again changes nothing.',
  '{n} 家店铺，{from} 至 {to}': '{n} {n:store|stores}, {from} to {to}',
  没有可用的行: 'No row can be used',
  '；{n} 行没有填写，不读': '; {n} empty {n:row is|rows are} not read',
  下载没有采用的行: 'Download the rows not taken',
  '只下载了前 {n} 行，改好重新上传后再下载其余的。':
    'Only the first {n} rows were downloaded; put them right, upload them, then download the rest.',
  '撤销“{name}”？': 'Undo "{name}"?',
  按结果查看: 'By result',
  '咨询量 {n}': 'Volume {n}',
  '咨询量 现为 {now}，表里是 {given}': 'Volume is {now} now, the sheet says {given}',
  '{column}：{problem}': '{column}: {problem}',
  之后又导入过同一店铺和日期的历史数据: 'Past figures of the same store and day were imported again later',
  还没有导入过历史日数据: 'No past daily figures yet',
  '上线之前的每日咨询数据，可以用模板一次补进来：店铺 × 日期，一行一天。':
    'The daily figures from before you went live come in at once with a template: stores × days, a row per day.',
  店铺数: 'Stores',
  没有采用: 'Not taken',
  '表里缺少这些列：店铺编号或店铺名称、日期、咨询人数。请下载模板，按模板的表头填写后再上传。':
    'The sheet lacks these columns: store no. or store name, date, consulting users. Please download the template and fill it in under its headers.',
  '表里没有填写任何数字，请填写后再上传。':
    'There are no figures in the sheet; please fill them in and upload it again.',
  '这一行没有店铺编号，也没有店铺名称，请补上。':
    'This row has neither a store no. nor a store name; please add one.',
  '这是汇总行，请删去。': 'This is a summary row; please delete it.',
  '咨询人数、咨询会话量、接待人数至少填一项。':
    'Please give at least one of consulting users, consulting sessions and handled users.',
  '“{name}”这一天不在您负责的店铺里，或系统里没有这家店铺、已停止。请核对编号、名称和平台。':
    '"{name}" is not among your stores on that day, is not registered, or has stopped. Please check number, name and platform.',
  '有几家店铺叫“{name}”，请填平台或店铺编号。':
    'Several stores are called "{name}"; please give the platform or the store no.',
  '店铺编号和店铺名称“{name}”不是同一家店铺，请核对。':
    'The store no. and the store name "{name}" are not of one store; please check.',
  '与第 {n} 行是同一家店铺的同一天，请合并成一行。':
    'Same store and day as row {n}; please make them one row.',
  '这一天有平台导出的数据，以平台数据为准；差异列在“数字核对”里。':
    'The platform gave figures for this day, and they win; the difference is listed under "Check figures".',
  '{month} 已结账，这一行没有导入。': 'The month {month} is closed; this row is not imported.',
  '这一天的数手工更正过，以更正为准。要用表里的数，请先撤销更正再导入。':
    'This day was corrected by hand, and the correction wins. To use the figures of the sheet, revoke the correction first.',
  '“{storeName}”{on} 之后又导入过历史日数据“{fileName}”，请先撤销那一次，再撤销这一次。':
    'Past figures "{fileName}" were imported later for "{storeName}" {on}; please undo that import first, then this one.',
  查看待补清单: 'See what is still awaited',
  手工更正过的数: 'Figures corrected by hand',
  保留更正: 'Correction stays',
  以文件为准: 'File wins',
  '这次导入取代了 {n} 个手工更正；撤销导入，更正就恢复。':
    'This import took the place of {n} {n:correction|corrections} by hand; undo the import and they stand again.',
  '这一天有 {n} 个数手工更正过，文件里的数与更正前相同，更正保留。':
    '{n} {n:figure|figures} of this day were corrected by hand; the file says what was corrected, so the {n:correction stays|corrections stay}.',
  '这一天有 {n} 个数手工更正过，其中 {ended} 个文件里的数又变了，导入后以文件为准。':
    '{n} {n:figure|figures} of this day were corrected by hand; {ended} of them changed in the file, which wins once imported.',
  '{who} {measure}：由 {old} 更正为 {now}（{reason}，{name}）':
    '{who} {measure}: corrected from {old} to {now} ({reason}, {name})',
  '取代 {n} 个手工更正': '{n} {n:correction|corrections} by hand replaced',
  这份历史日数据: 'This import of past figures',
}
