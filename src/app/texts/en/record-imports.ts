export const recordImports: Record<string, string> = {
  '{header}“{text}”不是日期，应如 2026-05-15。': '{header} "{text}" is not a day; write it as 2026-05-15.',
  '{header}“{text}”应为数字，最多两位小数。':
    '{header} "{text}" should be a number with two decimals at most.',
  '{header}“{text}”应为整数。': '{header} "{text}" should be a whole number.',
  '{header}“{text}”应为百分比，如 95%。': '{header} "{text}" should be a percentage such as 95%.',
  '{header}没有“{text}”这一项，可填：{all}。': '{header} has no "{text}"; it may be: {all}.',
  '与第 {n} 行是同一条记录，请合并成一行。': 'The same record as in row {n}; make one row of the two.',
  资料导入: 'Import of records',
  '没有找到客户“{text}”，请填已登记的客户编号或全称。':
    'There is no customer "{text}"; enter the number or the full name of one that is registered.',
  '{header}“{text}”有 {n} 位同名，请改填用户名。':
    '{header} "{text}": people of that name: {n}. Enter the user name instead.',
  '{header}“{text}”不在本公司在职人员里，请填姓名或用户名。':
    '{header} "{text}" is not among the active people of the company; enter a name or a user name.',
  '没有编号为 {code} 的记录，或不在您可修改的范围内；新增请把编号留空。':
    'There is no record {code}, or you may not change it. For a new one leave the number empty.',
  '表里缺少这些列：{headers}。请下载模板，按模板的表头填写后再上传。':
    'The sheet lacks these columns: {headers}. Download the template, fill it in under its headers and upload it.',
  '表头下面没有数据，请填写后再上传。': 'There is nothing under the headers. Fill it in and upload it again.',
  '表里超过 {n} 行，请分成几个文件后再上传。':
    'The sheet has more than {n} rows. Split it into several files.',
  '内容已随离职资料按规定删除。': 'Erased by rule with the data of somebody who left.',
  '这类记录不能导入。': 'Records of this kind cannot be imported.',
  '这份资料已经预检过。': 'This sheet has already been checked.',
  '这份资料已经写入过；要再导入，请重新上传。':
    'This sheet has already been written. To import again, upload it again.',
  更新: 'Update',
  冲突: 'Conflict',
  错误: 'Error',
  已新增: 'Added',
  已更新: 'Updated',
  '导入过的员工、客户和店铺资料': 'Imports of staff, customers and stores',
  '1. 下载模板，按表头填写': '1. Download the template and fill it in',
  '模板里有可选项、示例和每一列的说明。': 'It has lists to choose from, an example and notes on each column.',
  '2. 上传填好的表': '2. Upload the sheet',
  '正在读取…': 'Reading…',
  '点这里选择文件，或把文件拖到这里': 'Click to choose a file, or drop it here',
  '.xlsx、.xls、.csv，最多 {n} 行': '.xlsx, .xls, .csv; {n} rows at most',
  '先预检：逐行告诉您会新增、更新、不变、冲突还是错误；确认之前不写入。':
    'First a check: row by row you see what is new, changed, unchanged, in conflict or wrong. Nothing is written before you confirm.',
  '空白单元格不改原值；同一份文件再导入一次，什么也不会变。':
    'Empty cells leave values as they are; importing the same file again changes nothing.',
  '{kind}导入模板.xlsx': '{kind} import template.xlsx',
  '导入{kind}资料': 'Import: {kind}',
  导入资料: 'Import records',
  下载出错的行: 'Download what failed',
  重新上传: 'Upload again',
  '写入 {n} 行': 'Write rows: {n}',
  '这些列不会读取：{headers}': 'These columns are not read: {headers}',
  '关闭窗口会暂停；写入到一半的，可在个人设置的“资料导入”里继续。':
    'Closing the window pauses it; what is half written goes on under Import of records in your settings.',
  '新员工的一次性密码：{n} 个': 'One-time passwords of new people: {n}',
  '关闭后不再显示。请下载后分别交给本人，首次登录时须修改。':
    'They are not shown again. Download them and hand each to its owner; it is changed at the first sign-in.',
  下载密码: 'Download passwords',
  还没有导入过资料: 'No imports yet',
  '在员工、客户或店铺列表里点“导入资料”，先下载模板，填好后上传。':
    'Press Import records in the list of staff, customers or stores: download the template, fill it in, upload it.',
  '文件没有下载成功，请稍后重试。': 'The file could not be downloaded. Please try again later.',
  导入出错的行: 'Rows that failed',
  一次性密码: 'One-time password',
  '这次导入已经撤销。': 'This import has been undone.',
  '这次导入已经撤销；要再导入，请重新上传。':
    'This import has been undone. To import again, please upload the file again.',
  '这份资料还没有写入，不需要撤销。':
    'Nothing of this file has been written yet, so there is nothing to undo.',
  '这份资料写入已超过 {n} 小时，不能再整批撤销；请逐条修改。':
    'This file was written more than {n} {n:hour|hours} ago and cannot be undone as a whole. Please change the records one by one.',
  '导入之后又被改过，没有撤销。': 'Changed since the import, not undone.',
  '有 {n} 行在导入之后又被改过或用过，整批没有撤销。':
    '{n} {n:row was|rows were} changed or used since the import. Nothing was undone.',
  '新增的店铺已有状态和计费的历史，不能删除；不用的请在店铺页停止服务。':
    'A new store already has a history of states and prices and cannot be deleted. Please stop it on its page if it is not needed.',
  '已经用在别处（如店铺、排班、数据、日志），没有删除。':
    'In use elsewhere (a store, a roster, figures, a log), not deleted.',
  这次资料导入: 'This import of records',
  '撤销导入“{name}”？': 'Undo the import of "{name}"?',
  '叫“{text}”的店铺有几家，请改填店铺编号，或补上平台。':
    'There are several stores called "{text}". Enter the number of the store, or the platform as well.',
  '没有找到店铺“{text}”：请填您可以分配的、没有停止的店铺的编号或全称。':
    'There is no store "{text}": enter the number or the full name of one that has not stopped and that you may assign.',
  '{header}“{text}”应为 0–100 的整数百分比，如 60%。':
    '{header} "{text}" should be a whole percentage from 0 to 100, such as 60%.',
  '填了流失日期或流失原因，请把状态填为“已流失”。':
    'Where a day or a reason of churn is given, the state has to be that of a churned customer.',
  '已流失的客户需要合同开始日期，用来计算服务天数。':
    'A churned customer needs the first day of the contract: the days of service are counted from it.',
  '已流失的客户需要流失日期。': 'A churned customer needs the day of its loss.',
  '已流失的客户需要流失原因。': 'A churned customer needs the reason of its loss.',
  '流失日期不能晚于今天。': 'The day of a loss cannot be after today.',
  '流失日期不能早于合同开始日期。': 'The day of a loss cannot come before the first day of the contract.',
  '已流失的客户有流失记录和快照，不能删除；登记有误的请在流失记录里召回。':
    'A churned customer has a churn record with a snapshot and cannot be deleted. If it was entered by mistake, win it back in that record.',
  '填了停止日期或流失原因，请把状态填为“已停止”。':
    'Where a last day or a reason of churn is given, the state has to be that of a stopped store.',
  '已停止的店铺需要上线日期或试单日期，用来计算服务天数。':
    'A stopped store needs the day on which it went live or on trial: the days of service are counted from it.',
  '已停止的店铺需要停止日期。': 'A stopped store needs its last day.',
  '已停止的店铺需要流失原因。': 'A stopped store needs the reason.',
  '停止日期不能晚于今天。': 'The last day cannot be after today.',
  '停止日期不能早于试单日期和上线日期。': 'The last day cannot come before trial and going live.',
  导入什么: 'What to import',
  导入分配: 'Import assignments',
  批量导入: 'Import a sheet',
  流失日期: 'Day of the loss',
}
