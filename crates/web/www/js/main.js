// Starts the page: settings, then the screen that the address names.

import { workOffline } from "./offline.js";
import { start } from "./router.js";
import { continuing } from "./screens/continue.js";
import { days } from "./screens/daily.js";
import { editing } from "./screens/edit.js";
import { generating } from "./screens/generate.js";
import { home } from "./screens/home.js";
import { learning } from "./screens/learn.js";
import { making } from "./screens/new.js";
import { opening } from "./screens/open.js";
import { playing } from "./screens/play.js";
import { printing } from "./screens/print.js";
import { running } from "./screens/run.js";
import { rushing } from "./screens/rush.js";
import { trying } from "./screens/sandbox.js";
import { choosing } from "./screens/settings.js";
import { shelf } from "./screens/shelf.js";
import { solving } from "./screens/solve.js";
import { statistics } from "./screens/statistics.js";
import { apply } from "./settings.js";

apply();
start(document.getElementById("app"), {
  "": home,
  game: shelf,
  play: playing,
  continue: continuing,
  new: making,
  daily: days,
  rush: rushing,
  run: running,
  print: printing,
  solve: solving,
  learn: learning,
  generate: generating,
  open: opening,
  edit: editing,
  sandbox: trying,
  statistics,
  settings: choosing,
});
if (document.readyState === "complete") workOffline();
else addEventListener("load", workOffline);
