// Starts the page: settings, then the screen that the address names.

import { apply } from "./settings.js";
import { start } from "./router.js";
import { home } from "./screens/home.js";
import { shelf } from "./screens/shelf.js";
import { playing } from "./screens/play.js";
import { solving } from "./screens/solve.js";
import { learning } from "./screens/learn.js";
import { generating } from "./screens/generate.js";
import { opening } from "./screens/open.js";
import { editing } from "./screens/edit.js";
import { statistics } from "./screens/statistics.js";
import { choosing } from "./screens/settings.js";

apply();
start(document.getElementById("app"), {
  "": home,
  game: shelf,
  play: playing,
  solve: solving,
  learn: learning,
  generate: generating,
  open: opening,
  edit: editing,
  statistics,
  settings: choosing,
});
